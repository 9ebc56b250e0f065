/**
 * The only inline script of the prerendered pages: the build inserts it, and the CSP allows it by its hash. It delays
 * the client's script, which the element names as `data-client`, until after the first paint: a cached client would
 * otherwise run first and delay the paint by a second on a phone. Hidden pages and pages about to be replaced need not
 * wait. Buttons pressed before the client has loaded are recorded for it (app.tsx of the client).
 */
export const firstPaintScript = `{
  const pressed = (window.earlyPresses = []);
  addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button && window.earlyPresses) {
      button.ariaBusy = "true";
      pressed.push(button);
    }
  }, true);
  const { client } = document.currentScript.dataset;
  const start = () => import(client);
  addEventListener("DOMContentLoaded", () => {
    if (document.hidden || location.hash.startsWith("#/")) start();
    else requestAnimationFrame(() => setTimeout(start));
  });
}
`;
