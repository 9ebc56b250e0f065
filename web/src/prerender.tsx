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

/** The pages that are drawn beforehand, with what the browser's tab calls them and where they are written. */
export const pages = [
  { path: "/", file: "index.html", title: `Order – ${shop.name}`, source: null },
  ...articlePaths.map((path) => ({
    path,
    file: `${path.slice(1)}.html`,
    title: `${titles[path]} – ${shop.name}`,
    source: `src/features/office/pages${path}-screen.tsx`,
  })),
];

/** A page as it looks before anybody has answered: what stands in the HTML that is sent. */
export async function renderPage(path: string): Promise<string> {
  // Never in pieces that an inline script would put together: the page allows no such script.
  const { prelude } = await prerenderToNodeStream(<App ssrPath={path} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  let html = "";
  for await (const part of prelude) html += String(part);
  return html;
}
