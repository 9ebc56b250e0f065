import { writeFile } from "node:fs/promises";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { packFiles, pageWithFont, pageWithPart, readManifest } from "./built-files.ts";
import { officeChunks } from "./chunks.ts";
import { client } from "./vite.config.ts";

const manifest = "office-manifest.json";

/**
 * The document of members and of the office (office.html), built after the shop's into the same folder. It is a build of its
 * own because the shop's pages must not load what the office's share, and the other way round.
 */
export default defineConfig({
  plugins: [...client.plugins(), officePage()],
  resolve: client.resolve,
  build: {
    ...client.build,
    manifest: `.vite/${manifest}`,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: "office.html",
      treeshake: client.treeshake,
      output: { codeSplitting: { groups: officeChunks } },
    },
  },
});

function officePage(): Plugin {
  let outDir = "";
  let isBuilt = false;
  return {
    name: "office-page",
    apply: "build",
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      isBuilt = true;
    },
    async closeBundle() {
      if (!isBuilt) return;
      const built = await readManifest(outDir, manifest);
      const page = await pageWithFont(outDir, "office.html", built);
      const whole = pageWithPart(page, built, "src/app/draw-office.tsx");
      await writeFile(path.join(outDir, "office.html"), whole);
      await packFiles(outDir);
    },
  };
}
