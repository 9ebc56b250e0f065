import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Below the client's own folder, whose configuration is about components.
  cacheDir: path.resolve(import.meta.dirname, "../node_modules/.vite-e2e"),
  test: {
    name: "journeys",
    root: import.meta.dirname,
    include: ["*.e2e.ts"],
    globalSetup: ["global-setup.ts"],
    // One server and one browser: journeys one after the other.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
