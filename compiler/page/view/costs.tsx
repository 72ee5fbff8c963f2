import type { ChatCost } from "../model/costs.ts";

/** The tokens of each chat; what they cost where the prices are known. */
export function Costs({ costs }: { readonly costs: readonly ChatCost[] }) {
  const hasPrices = costs.some(({ dollars }) => dollars !== undefined);
  const total = costs.reduce((sum, { dollars = 0 }) => sum + dollars, 0);
  const sum = (key: "promptTokens" | "completionTokens") => costs.reduce((all, cost) => all + cost[key], 0);
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Chat</th>
            <th scope="col">Model</th>
            <th scope="col">Prompt tokens</th>
            <th scope="col">Answer tokens</th>
            {hasPrices && <th scope="col">Cost</th>}
          </tr>
        </thead>
        <tbody>
          {costs.map(({ id, model, promptTokens, completionTokens, dollars }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>{model ?? "not written out"}</td>
              <td class="number">{promptTokens}</td>
              <td class="number">{completionTokens}</td>
              {hasPrices && <td class="number">{dollars === undefined ? "no price" : money(dollars)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <td />
            <td class="number">{sum("promptTokens")}</td>
            <td class="number">{sum("completionTokens")}</td>
            {hasPrices && <td class="number">{money(total)}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function money(dollars: number): string {
  return `$${dollars.toFixed(dollars < 0.1 ? 5 : 2)}`;
}
