import { configDefaults, defineConfig } from "vitest/config";
import { shared } from "./vitest.shared.ts";

/** The tests of `npm test`: all but those that take long by their nature. */
export default defineConfig({
  test: {
    ...shared,
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/**/*.long.test.ts"],
  },
});
