import { defineConfig } from "vitest/config";
import { shared } from "./vitest.shared.ts";

/** The tests of `npm run test:long`: storms, thousands of processes, installations and whole builds. */
export default defineConfig({ test: { ...shared, include: ["test/**/*.long.test.ts"] } });
