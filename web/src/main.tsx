import "./theme/mantine-base.ts";
import { articlePaths } from "@portal/shared/platform/constants.ts";
import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { OrderPage } from "./app/order-page.tsx";
import { ArticlePages, OfficePages, ProductPage } from "./app/screens.ts";
import { startPage } from "./app/start-page.ts";

/** The shop's document (index.html); the office's is office.tsx. */
const root = startPage();
const pages = { OrderPage, OfficePages };
const { pathname } = window.location;

// For offline use; delayed so that the first page loads without competing requests.
if (import.meta.env.PROD && !isOfficePath(pathname))
  setTimeout(() => void navigator.serviceWorker?.register("/sw.js").catch(() => {}), 5000);

// The home page, the articles and the products are prerendered; every other address is served an empty shell. An old `/#/x` address
// arrives with the HTML of the home page, which is not the page that it means.
const isArticle = articlePaths.some((each) => each === pathname);
// A page that was translated already is not what React expects.
const isTranslated = root.querySelector("font") !== null;
const screen = isArticle
  ? ArticlePages
  : pathname.startsWith("/products/")
    ? ProductPage
    : undefined;
const isPrerendered =
  root.firstElementChild !== null && !isTranslated && (pathname === "/" || screen !== undefined);
if (isPrerendered) void hydrate(root);
else {
  root.replaceChildren();
  createRoot(root).render(<App pages={pages} />);
}

/** Loads the code of an article or a product first: hydrated without it, the page would disappear until the code is there. */
async function hydrate(prerendered: HTMLElement): Promise<void> {
  // Where the code cannot be loaded, the page's error boundary shows it.
  await screen?.prepare().catch(() => {});
  hydrateRoot(prerendered, <App pages={pages} />);
}
