/**
 * The one script that stands in the drawn pages themselves: the build writes it there, and the server allows it by its
 * hash. What is drawn is shown before the client takes it over: the client's script, which the element names as
 * `data-client`, is fetched meanwhile, and runs after the first picture. From a phone's cache it would come first, and
 * hold the picture back for a second. A page that nobody looks at, or that is about to give way to another, need not
 * wait. Buttons that are pressed before the client is there are kept for it (early-presses.ts of the client).
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
