import { pathFromHash, pathOfOldLink } from "../session/paths.ts";
import { holdFocusWhilePressing } from "../ui/held-focus.ts";
import { watchMoves } from "../ui/moves.ts";
import { keepTranslatedTextInStep } from "./translated-text.ts";

/** What the shop's document and the office's both do before anything is drawn. @returns the element to draw in */
export function startPage(): HTMLElement {
  const path = pathFromHash(window.location.hash) ?? pathOfOldLink(window.location.pathname);
  if (path) window.history.replaceState(null, "", path);
  watchMoves();
  keepTranslatedTextInStep(document);
  holdFocusWhilePressing(document);
  window.addEventListener("popstate", passOver);
  passOver();

  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no element #root");
  return root;
}

/** The history has entries of dialogs that were open before a reload: back-layers.ts skips them. */
function passOver(): void {
  if (window.history.state?.layers) void import("../ui/back-layers.ts");
}
