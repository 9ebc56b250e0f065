import { articlePaths } from "@portal/shared/platform/constants.ts";
import { prerenderToNodeStream } from "react-dom/static";
import { App } from "./app/app.tsx";
import { shop } from "./config.ts";

const titles: Readonly<Record<(typeof articlePaths)[number], string>> = {
  "/privacy-policy": "Privacy policy",
  "/returns-policy": "Returns",
  "/shipping-info": "Shipping",
  "/accessibility": "Accessibility",
};

/** The prerendered pages, with the title of the tab and the source file. */
export const pages = [
  { path: "/", file: "index.html", title: `Order – ${shop.name}`, source: null },
  ...articlePaths.map((path) => ({
    path,
    file: `${path.slice(1)}.html`,
    title: `${titles[path]} – ${shop.name}`,
    source: `src/features/office/pages${path}-screen.tsx`,
  })),
];

/** The HTML of a page before any query has answered. */
export async function renderPage(path: string): Promise<string> {
  // In one piece: streamed chunks need inline scripts, which the content security policy blocks.
  const { prelude } = await prerenderToNodeStream(<App ssrPath={path} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = "";
  for await (const part of prelude) html += String(part);
  return html;
}
