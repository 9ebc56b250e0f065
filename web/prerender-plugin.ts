import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { firstPaintScript } from "@portal/shared/platform/first-paint.ts";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { z } from "zod";
import {
  type Manifest,
  packFiles,
  pageWithFont,
  readManifest,
  replaceOnce,
} from "./built-files.ts";
import { writeServiceWorker } from "./service-worker-plugin.ts";

/**
 * Writes the home page and the articles, drawn and with their styles inside, so that a phone on a slow
 * line shows them after one answer; shell.html is the empty page that every other address gets.
 */
export function prerender(): Plugin {
  let root = "";
  let outDir = "";
  let isBuilt = false;
  return {
    name: "prerender",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      isBuilt = true;
    },
    async closeBundle() {
      // After a mistake there is nothing to draw, and the mistake itself is what should be read.
      if (!isBuilt) return;
      const manifest = await readManifest(outDir);
      const shell = await pageWithFont(outDir, "index.html", manifest);
      await writeFile(path.join(outDir, "shell.html"), shell);
      const drawn = await drawnPages(root, outDir, shell, manifest);
      for (const { file, html } of drawn) await writeFile(path.join(outDir, file), html);
      const home = drawn.find(({ file }) => file === "index.html")?.html ?? shell;
      await writeServiceWorker(root, outDir, manifest, home);
      await packFiles(outDir);
    },
  };
}

type DrawnPage = { file: string; html: string };

async function drawnPages(
  root: string,
  outDir: string,
  shell: string,
  manifest: Manifest,
): Promise<DrawnPage[]> {
  const paintsFirst = afterPaint(shell);
  return Promise.all(
    (await renderPages(root)).map(async ({ file, title, source, html }) => {
      const styles = source === null ? [] : stylesOf(manifest, source);
      const page = await withStylesInside(outDir, linked(paintsFirst, styles));
      const titled = page.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`);
      return {
        file,
        html: replaceOnce(titled, '<div id="root"></div>', `<div id="root">${html}</div>`),
      };
    }),
  );
}

/** The page with the client's script started after its first picture. */
function afterPaint(page: string): string {
  const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(page);
  if (!entry) throw new Error("index.html starts no script");
  const [script, src] = entry;
  // The font is for the first picture and the client is not: on a slow line the one comes before the other.
  return page
    .replace(
      script,
      () =>
        `<script data-client="${src}">${firstPaintScript}</script>\n    <link rel="modulepreload" crossorigin href="${src}">`,
    )
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** The styles of a screen that comes in files of its own, without those of the entry. */
function stylesOf(manifest: Manifest, source: string): string[] {
  const seen = new Set<string>(["index.html"]);
  const found = new Set<string>();
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build holds no ${name}`);
    for (const imported of chunk.imports) add(imported);
    for (const file of chunk.css) found.add(file);
  };
  add(source);
  return [...found];
}

function linked(page: string, styles: readonly string[]): string {
  const links = styles
    .filter((file) => !page.includes(`href="/${file}"`))
    .map((file) => `<link rel="stylesheet" href="/${file}">`);
  return replaceOnce(page, "</head>", `${links.join("")}</head>`);
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

/** Builds the client once more, for Node, and lets it draw its pages. */
async function renderPages(root: string) {
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
    const { pages, renderPage } = entrySchema.parse(entry);
    const drawn = [];
    for (const page of pages) drawn.push({ ...page, html: await renderPage(page.path) });
    return drawn;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const entrySchema = z.object({
  pages: z.array(
    z.object({
      path: z.string(),
      file: z.string(),
      title: z.string(),
      source: z.string().nullable(),
    }),
  ),
  renderPage: z.custom<(path: string) => Promise<string>>((value) => typeof value === "function"),
});
