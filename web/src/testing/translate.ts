/** Does to every text below an element what the translators of browsers do; the words stay as they are. */
export function translate(root: Node, how: "replace" | "insert and remove"): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === "" || parent.closest("font, script, style")) continue;
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
}
