export type Translator = "replace" | "insert and remove" | "new texts" | "joined texts";

/**
 * Does to every text below an element what the translators of browsers do; the words stay as they are. "new texts" is how
 * WebKit does it (TextManipulationController::replace); it joins texts where the other language has one for them.
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
    else for (const text of texts) wrap(parent, text, how);
  return [...byParent.values()].flat().length;
}

function wrap(parent: Element, text: Text, how: "replace" | "insert and remove"): void {
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
