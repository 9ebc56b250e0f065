import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { shopChunks } from "./chunks.ts";
import { codePlugin } from "./code-plugin.ts";
import { prerender } from "./prerender-plugin.ts";

/** Everything that is not the client itself is answered by the server, in development too. */
const serverPaths = [
  "/trpc",
  "/api",
  "/captcha",
  "/via",
  "/sandbox",
  "/resources",
  "/healthz",
  "/readyz",
  "/servez",
  "/metrics",
  "/office",
  "/statements",
  "/payouts",
  // Papers stand below the pages of orders, which are the client's.
  "^/orders/[^/]+/(.+\\.pdf|credit-notes/|invoices/)",
];
const server = `http://localhost:${process.env["PORT"] ?? "3000"}`;

/** What the two documents of the client have in common. */
export const client = {
  plugins: () => [react(), codePlugin()],
  // React has had this hook since its version 18; the router still brings a copy for older ones.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim\/index\.js$/, replacement: "react" }],
  },
  build: {
    target: "es2022",
    // The font is preloaded by its file name, so it must stay a file of its own.
    assetsInlineLimit: 0,
  },
  treeshake: {
    // Says so of its server, and not of its client, which would bring a WebSocket along that nobody opens.
    moduleSideEffects: [{ test: /\/@trpc\/(?:client|react-query)\//, sideEffects: false }],
  },
} satisfies Pick<UserConfig, "resolve" | "build"> & Record<string, unknown>;

/** The shop (index.html). In development it shows the pages behind the sign-in as well. */
export default defineConfig({
  plugins: [...client.plugins(), prerender()],
  resolve: client.resolve,
  build: {
    ...client.build,
    manifest: true,
    rolldownOptions: {
      treeshake: client.treeshake,
      output: {
        // The first file names all that may be loaded later, 150 of them: a letter less of each is 0.1 KB.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: { groups: shopChunks },
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
});
