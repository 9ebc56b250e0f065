import "./theme/mantine-base.ts";
import { articlePaths } from "@portal/shared/constants.ts";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { pathFromHash } from "./session/return-path.ts";
import { watchMoves } from "./ui/last-move.ts";

const path = pathFromHash(window.location.hash);
if (path) window.history.replaceState(null, "", path);
watchMoves();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root");

// The home page and the articles come prerendered; every other address is served an empty shell. An old
// `/#/x` address arrives with the home page's HTML, which is not the page that it asks for.
const drawn: readonly string[] = ["/", ...articlePaths];
if (root.firstElementChild && drawn.includes(window.location.pathname)) hydrateRoot(root, <App />);
else {
  root.replaceChildren();
  createRoot(root).render(<App />);
}
