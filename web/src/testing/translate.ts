export type Translator =
  | "replace"
  | "insert and remove"
  | "wrap"
  | "wrap together"
  | "new texts"
  | "joined texts";

/**
 * Does to every text below an element what the translators of browsers do; the words stay as they are. "new texts" is how
 * WebKit does it (TextManipulationController::replace); it joins texts where the other language has one for them. Extensions
 * "wrap" the page's own text, or several "together" and their translation beside them.
 *
 * @returns how many texts it replaced
 */
export function translate(root: Node, how: Translator): number {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const byParent = new Map<Element, Text[]>();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!(text instanceof Text) || !parent || text.data.trim() === "") continue;
    if (parent.closest("font, script, style, [translate=no]")) continue;
    byParent.set(parent, [...(byParent.get(parent) ?? []), text]);
  }
  for (const [parent, texts] of byParent)
    if (how === "new texts" || how === "joined texts") putAnew(parent, texts, how);
    else if (how === "wrap together") wrapTogether(texts);
    else for (const text of texts) stand(parent, text, how);
  return [...byParent.values()].flat().length;
}

function stand(parent: Element, text: Text, how: "replace" | "insert and remove" | "wrap"): void {
  if (how === "wrap") return wrap(text);
  const font = document.createElement("font");
  const inner = document.createElement("font");
  inner.textContent = text.data;
  font.append(inner);
  if (how === "replace") text.replaceWith(font);
  else {
    parent.insertBefore(font, text);
    text.remove();
  }
}

function wrap(text: Text): void {
  const [font, inner] = [document.createElement("font"), document.createElement("font")];
  text.replaceWith(font);
  inner.append(text);
  font.append(inner);
}

function wrapTogether(texts: readonly Text[]): void {
  for (const group of Map.groupBy(texts, ({ parentNode, nextSibling }) => {
    let next = nextSibling;
    while (next instanceof Text) next = next.nextSibling;
    return next ?? parentNode;
  }).values()) {
    const font = document.createElement("font");
    group[0]?.before(font);
    font.append(...group);
  }
}

function putAnew(parent: Element, texts: readonly Text[], how: "new texts" | "joined texts"): void {
  const placed = texts.map((text) => {
    // Neighbours that are texts go as well.
    let next = text.nextSibling;
    while (next instanceof Text && texts.includes(next)) next = next.nextSibling;
    return { words: text.data, next };
  });
  for (const text of texts) text.remove();
  const groups =
    how === "new texts"
      ? placed
      : [...Map.groupBy(placed, ({ next }) => next)].map(([next, each]) => ({
          next,
          words: each.map(({ words }) => words).join(""),
        }));
  for (const { words, next } of groups) parent.insertBefore(new Text(words), next);
}
