import path from "node:path";
import { defineConfig } from "vitest/config";

/** The journeys that only another engine than Chromium can show, with the portal of the other journeys. */
export default defineConfig({
  cacheDir: path.resolve(import.meta.dirname, "../../node_modules/.vite-webkit"),
  test: {
    name: "webkit",
    root: import.meta.dirname,
    include: ["*.e2e.ts"],
    globalSetup: ["../global-setup.ts"],
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
