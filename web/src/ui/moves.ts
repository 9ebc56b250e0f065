let direction: "forward" | "back" = "forward";

/** Whether the page was reached by a link, which scrolls to the top, or by the browser's Back. */
export function navigationDirection(): "forward" | "back" {
  return direction;
}

/** wouter dispatches events of these names on the window for its own navigation. */
export function watchMoves(): void {
  window.addEventListener("popstate", () => {
    direction = "back";
  });
  for (const name of ["pushState", "replaceState"]) {
    window.addEventListener(name, () => {
      direction = "forward";
    });
  }
}
