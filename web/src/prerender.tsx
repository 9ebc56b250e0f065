import { articlePaths } from "@portal/shared/platform/constants.ts";
import { anyPage, publicPages } from "@portal/shared/platform/public-pages.ts";
import { prerenderToNodeStream } from "react-dom/static";
import { App } from "./app/app.tsx";
import { OrderPage } from "./app/order-page.tsx";
import { OfficePages } from "./app/screens.ts";

/** The prerendered pages, with the title of the tab and the source file. */
export const pages = [
  { path: "/", file: "index.html", title: publicPages["/"].title, source: null },
  // Of any product: the server fills in its words.
  { path: "/products/0", file: "product.html", title: anyPage.title, source: null },
  ...articlePaths.map((path) => ({
    path,
    file: `${path.slice(1)}.html`,
    title: publicPages[path].title,
    source: "src/app/article-pages.tsx",
  })),
];

/** The HTML of a page before any query has answered. */
export async function renderPage(path: string): Promise<string> {
  // In one piece: streamed chunks need inline scripts, which the content security policy blocks.
  const { prelude } = await prerenderToNodeStream(
    <App pages={{ OrderPage, OfficePages }} ssrPath={path} />,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  let html = "";
  for await (const part of prelude) html += String(part);
  return html;
}
