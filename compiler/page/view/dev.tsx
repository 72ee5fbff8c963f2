import { render } from "preact";
import { useEffect, useReducer } from "preact/hooks";
import type { DevMessage } from "../dev-data.ts";
import { devState } from "../model/dev-state.ts";
import { DevPage } from "./dev/dev-page.tsx";

/** The server knows its page by this, which came in its address. */
const token = new URLSearchParams(location.search).get("token") ?? "";

/** What the page asks its server to do; resolves to why it does not, if so. */
async function ask(path: string, body: unknown): Promise<string | undefined> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-flowc-token": token },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (response === undefined) return "flowc dev has ended";
  return response.ok ? undefined : await response.text();
}

/** The JavaScript that a workflow becomes, or why there is none. */
async function codeOf(workflow: string): Promise<string> {
  const query = new URLSearchParams({ workflow });
  const response = await fetch(`/code?${query}`, { headers: { "x-flowc-token": token } }).catch(() => undefined);
  return response === undefined ? "flowc dev has ended" : await response.text();
}

function App() {
  const [{ state, connected }, dispatch] = useReducer(reduce, {
    state: { workflows: [], runs: [], tests: new Map() },
    connected: false,
  });
  useEffect(() => {
    const source = new EventSource(`/events?${new URLSearchParams({ token })}`);
    source.onopen = () => dispatch({ connected: true });
    source.onerror = () => dispatch({ connected: false });
    source.onmessage = ({ data }) => dispatch({ message: JSON.parse(data) as DevMessage });
    return () => source.close();
  }, []);
  return <DevPage state={state} connected={connected} ask={ask} codeOf={codeOf} />;
}

interface AppState {
  readonly state: Parameters<typeof devState>[0];
  readonly connected: boolean;
}

function reduce(
  { state, connected }: AppState,
  action: { readonly message: DevMessage } | { readonly connected: boolean },
): AppState {
  return "message" in action ? { state: devState(state, action.message), connected } : { state, ...action };
}

const root = document.getElementById("page");
if (root !== null) render(<App />, root);
