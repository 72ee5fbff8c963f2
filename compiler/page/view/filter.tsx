import { type FilterStatus, filterStatuses, type StepFilter } from "../model/filter.ts";

interface FilterProps {
  readonly filter: StepFilter;
  readonly onChange: (filter: StepFilter) => void;
  readonly shown: number;
  readonly total: number;
}

/** Which resources are shown. */
export function Filter({ filter, onChange, shown, total }: FilterProps) {
  return (
    <search class="filter">
      <label>
        Name{" "}
        <input
          type="search"
          value={filter.text}
          onInput={(event) => onChange({ ...filter, text: event.currentTarget.value })}
        />
      </label>{" "}
      <label>
        Status{" "}
        <select
          value={filter.status}
          onChange={(event) => onChange({ ...filter, status: event.currentTarget.value as FilterStatus })}
        >
          {filterStatuses.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      </label>{" "}
      <span role="status">
        {shown} of {total} shown
      </span>
    </search>
  );
}
