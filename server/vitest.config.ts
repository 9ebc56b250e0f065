import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    globalSetup: "src/testing/global-setup.ts",
    // Processes that are started while everything else runs too take their time on two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
