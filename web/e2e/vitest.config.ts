import path from "node:path";
import { defineConfig } from "vitest/config";
import { laneCount } from "./lane-count.ts";

export default defineConfig({
  // Inside the client, whose own configuration is for components.
  cacheDir: path.resolve(import.meta.dirname, "../node_modules/.vite-e2e"),
  test: {
    name: "journeys",
    root: import.meta.dirname,
    include: ["*.e2e.ts"],
    globalSetup: ["global-setup.ts"],
    // One portal for each file that runs at the same time.
    maxWorkers: laneCount,
    // Pages respond late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
