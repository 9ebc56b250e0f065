let move: "forward" | "back" = "forward";

/** Whether the page was reached by a link or by the browser's Back: only the former scrolls to the top. */
export function navigationDirection(): "forward" | "back" {
  return move;
}

/** wouter announces its own navigation on the window under these names. */
export function watchMoves(): void {
  window.addEventListener("popstate", () => {
    move = "back";
  });
  for (const name of ["pushState", "replaceState"]) {
    window.addEventListener(name, () => {
      move = "forward";
    });
  }
}
