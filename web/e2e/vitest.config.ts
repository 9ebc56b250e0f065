import path from "node:path";
import { defineConfig } from "vitest/config";
import { laneCount } from "./lane-count.ts";

export default defineConfig({
  // Below the client's own folder, whose configuration is about components.
  cacheDir: path.resolve(import.meta.dirname, "../node_modules/.vite-e2e"),
  test: {
    name: "journeys",
    root: import.meta.dirname,
    include: ["*.e2e.ts"],
    globalSetup: ["global-setup.ts"],
    // A file has a portal to itself while it runs, and there are as many portals as files that run at once.
    maxWorkers: laneCount,
    // What a page shows next comes late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
