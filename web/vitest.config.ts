import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    name: "web",
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    globalSetup: ["src/testing/procedure-inputs.ts"],
    setupFiles: ["src/testing/setup.ts"],
    css: false,
    maxWorkers: availableParallelism(),
    testTimeout: 15_000,
  },
});
