import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    globalSetup: "src/testing/global-setup.ts",
    // The whole server is read once for each worker, not once for each file: what a file changes is its own database.
    isolate: false,
    maxWorkers: availableParallelism(),
    // Processes that are started while everything else runs too take their time on two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
