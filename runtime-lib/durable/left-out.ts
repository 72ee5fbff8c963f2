/** Stands in for parts of DBOS's SDK that flowc does not use (build.ts): its debouncer and its format of rows. */
const leftOut = {
  /** The SDK adds to its format of rows when it is loaded; flowc's rows have another one. */
  registerCustom: (): void => undefined,
};

// biome-ignore lint/style/noDefaultExport: as the module has it that this stands for
export default leftOut;
