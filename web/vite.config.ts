import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { codePlugin } from "./code-plugin.ts";
import { firstChunk } from "./first-chunk-plugin.ts";
import { palettePlugin } from "./palette-plugin.ts";
import { prerender } from "./prerender-plugin.ts";
import { scrollAreaPlugin } from "./scroll-area-plugin.ts";

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
  "/metrics",
  "/office",
  "/statements",
  // Papers stand below the pages of orders, which are the client's.
  "^/orders/[^/]+/(.+\\.pdf|credit-notes/|invoices/)",
];
const server = `http://localhost:${process.env["PORT"] ?? "3000"}`;

export default defineConfig({
  plugins: [
    react(),
    codePlugin(),
    palettePlugin(),
    scrollAreaPlugin(),
    firstChunk(/\/src\/main\.tsx$/),
    prerender(),
  ],
  // React has had this hook since its version 18; the router still brings a copy for older ones.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim\/index\.js$/, replacement: "react" }],
  },
  build: {
    manifest: true,
    target: "es2022",
    // The font is preloaded by its file name, so it must stay a file of its own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Says so of its server, and not of its client, which would bring a WebSocket along that nobody opens.
        moduleSideEffects: [{ test: /\/@trpc\/(?:client|react-query)\//, sideEffects: false }],
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, server])) },
});
