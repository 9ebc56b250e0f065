import "./theme/mantine-base.ts";
import { articlePaths } from "@portal/shared/platform/constants.ts";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { articleCode } from "./app/screens.ts";
import { isOfficePath, pathFromHash, pathOfOldLink } from "./session/paths.ts";
import { watchMoves } from "./ui/page-heading.tsx";

const path = pathFromHash(window.location.hash) ?? pathOfOldLink(window.location.pathname);
if (path) window.history.replaceState(null, "", path);
watchMoves();
// An entry of something that was open over a page before this one was loaded.
const passOver = () => {
  if (window.history.state?.layers) void import("./ui/back-layers.ts");
};
window.addEventListener("popstate", passOver);
passOver();

// Kept for where there is no line, once all is there that this page needs now.
if (import.meta.env.PROD && !isOfficePath(window.location.pathname))
  setTimeout(() => void navigator.serviceWorker?.register("/sw.js").catch(() => {}), 5000);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

// The home page and the articles come prerendered; every other address is served an empty shell. An old
// `/#/x` address arrives with the home page's HTML, which is not the page that it asks for.
const { pathname } = window.location;
const article = articlePaths.find((each) => each === pathname);
const isDrawn = root.firstElementChild !== null && (pathname === "/" || article !== undefined);
if (isDrawn) void takeOver(root);
else {
  root.replaceChildren();
  createRoot(root).render(<App />);
}

/** An article stays as it was drawn until its own code is there: taken over before that, it would be gone until then. */
async function takeOver(drawn: HTMLElement): Promise<void> {
  // What cannot be fetched now says so on the page.
  if (article) await articleCode[article]().catch(() => {});
  hydrateRoot(drawn, <App />);
}
