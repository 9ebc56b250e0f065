import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { z } from "zod";

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));

const fontName = /atkinson-hyperlegible-next-latin-wght-normal\.woff2$/;
const textFile = /\.(?:js|css|html|svg)$/;
/** Under this a packed file is hardly smaller than the plain one. */
const packedFrom = 1024;

/**
 * Writes two pages: index.html is the home page, drawn and with its styles inside, so that a phone on
 * a slow line shows it after one answer; shell.html is the empty page that every other address gets.
 */
export function prerender(): Plugin {
  let root = "";
  let outDir = "";
  return {
    name: "prerender",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const shell = await shellPage(outDir);
      await writeFile(path.join(outDir, "shell.html"), shell);
      await writeFile(path.join(outDir, "index.html"), await homePage(root, outDir, shell));
      await packFiles(outDir);
    },
  };
}

/** The page that vite made, with the one font asked for before the styles that name it are read. */
async function shellPage(outDir: string): Promise<string> {
  const manifest = await readManifest(outDir);
  const font = Object.entries(manifest).find(([name]) => fontName.test(name))?.[1].file;
  if (!font) throw new Error("the build holds no font to preload");
  const page = await readFile(path.join(outDir, "index.html"), "utf8");
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`;
  return replaceOnce(page, "<title>", `${preload}\n    <title>`);
}

async function homePage(root: string, outDir: string, shell: string): Promise<string> {
  const html = await renderHome(root);
  const page = await withStylesInside(outDir, shell);
  return replaceOnce(page, '<div id="root"></div>', `<div id="root">${html}</div>`);
}

/** Every stylesheet that the page links to, in its place and order. */
async function withStylesInside(outDir: string, shell: string): Promise<string> {
  let page = shell;
  for (const [link, file = ""] of shell.matchAll(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
  )) {
    const styles = await readFile(path.join(outDir, file), "utf8");
    page = page.replace(link, () => `<style>${styles.trim()}</style>`);
  }
  if (page.includes('rel="stylesheet"'))
    throw new Error("a stylesheet was not put into index.html");
  return page;
}

/** Builds the client once more, for Node, and lets it draw the home page. */
async function renderHome(root: string): Promise<string> {
  // Below the sources, so that what is not bundled is found; a fresh clone has no such folder yet.
  await mkdir(path.join(root, "node_modules"), { recursive: true });
  const folder = await mkdtemp(path.join(root, "node_modules/.prerender-"));
  try {
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      plugins: [react()],
      ssr: { noExternal: true },
      build: { ssr: "src/prerender.tsx", outDir: folder, emptyOutDir: true, copyPublicDir: false },
    });
    const entry: unknown = await import(pathToFileURL(path.join(folder, "prerender.js")).href);
    return await entrySchema.parse(entry).renderHome();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const entrySchema = z.object({
  renderHome: z.custom<() => Promise<string>>((value) => typeof value === "function"),
});

/** Packed once here, as small as it gets, instead of on each request. */
async function packFiles(outDir: string): Promise<void> {
  const names = await readdir(outDir, { recursive: true });
  for (const name of names.filter((file) => textFile.test(file))) {
    const file = path.join(outDir, name);
    const plain = await readFile(file);
    if (plain.length < packedFrom) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, quality));
    await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
  }
}

async function readManifest(outDir: string): Promise<z.infer<typeof manifestSchema>> {
  const text = await readFile(path.join(outDir, ".vite/manifest.json"), "utf8");
  return manifestSchema.parse(JSON.parse(text));
}

function replaceOnce(page: string, wanted: string, replacement: string): string {
  if (page.split(wanted).length !== 2) throw new Error(`index.html should say ${wanted} once`);
  return page.replace(wanted, () => replacement);
}
