/** A text of the site as everybody reads it. */
export type PrerenderedCopy = { varName: string; copy: string; dateUpdated: string };

/** Read once, before anything is drawn over it: what the server put into the page that was opened. */
const drawn = typeof document === "undefined" ? [] : readDrawn();

function readDrawn() {
  return [...document.querySelectorAll<HTMLElement>("site-copy[data-name]")].map((element) => ({
    varName: element.dataset["name"] ?? "",
    copy: element.innerHTML,
    dateUpdated: element.dataset["saved"],
  }));
}

/** The server drew this page, so it put all its texts there. */
export function wasDrawn(page: string): boolean {
  return drawn.some(({ varName }) => varName.startsWith(`${page}.`));
}

/** Those of this page that the office wrote. */
export function prerenderedCopy(page: string): PrerenderedCopy[] {
  return drawn.flatMap(({ dateUpdated, ...rest }) =>
    dateUpdated !== undefined && rest.varName.startsWith(`${page}.`)
      ? [{ ...rest, dateUpdated }]
      : [],
  );
}
