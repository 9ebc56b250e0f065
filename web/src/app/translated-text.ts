/**
 * Without it the shop breaks at the first press on a translated page (https://github.com/facebook/react/issues/11538).
 *
 * Browsers translate a page by putting a `<font>` in the place of each text node, or as WebKit does, another text node. React
 * goes on changing and removing its own nodes: what it changes would stay unseen, and what it removes would throw. This keeps
 * the two in step: a text that React changes is shown again (and translated anew), and one that it removes or moves takes its
 * stand-in with it. A text that was joined with another has none: removing it does nothing, and what React puts before it goes
 * before what followed it.
 *
 * @param page watched from now on
 */
export function keepTranslatedTextInStep(page: Node): void {
  const standIns = new WeakMap<Node, ChildNode>();
  const followers = new WeakMap<Node, Node | null>();
  const removedByPage = new WeakSet<Node>();
  /** The stand-in may have one itself, where a page was translated twice. */
  const standInOf = (node: Node | null) => {
    let standIn = node === null ? undefined : standIns.get(node);
    while (standIn && !standIn.isConnected) standIn = standIns.get(standIn);
    return standIn ?? null;
  };
  /** Where something is put that belongs before a node which the translator took from this parent. */
  const placeOf = (before: Node, parent: Node): Node | null => {
    const seen = new Set<Node>();
    let node: Node | null = before;
    while (node && node.parentNode !== parent && !seen.has(node)) {
      seen.add(node);
      node = standInOf(node) ?? followers.get(node) ?? null;
    }
    return node?.parentNode === parent ? node : null;
  };
  const replace = (text: Text, standIn: ChildNode) => {
    standIns.set(text, standIn);
    changes.observe(text, { characterData: true });
  };

  const changes = new MutationObserver((records) => {
    for (const { target } of records) standInOf(target)?.replaceWith(target);
  });
  const replaced = new MutationObserver((records) => {
    const taken = new Map<Node, Text[]>();
    const put = new Map<Node, Text[]>();
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.parentNode || removedByPage.has(text)) continue;
        const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (font) replace(text, font);
        else {
          followers.set(text, nextSibling);
          taken.set(target, [...(taken.get(target) ?? []), text]);
        }
      }
      for (const text of addedNodes) {
        standIns.delete(text);
        if (text instanceof Text && text.parentNode === target)
          put.set(target, [...(put.get(target) ?? []), text]);
      }
    }
    // WebKit takes all texts of a paragraph away before it puts the others in.
    for (const [parent, texts] of taken)
      for (const [at, text] of texts.entries()) {
        const standIn = put.get(parent)?.[at];
        if (standIn) replace(text, standIn);
      }
  });
  replaced.observe(page, { childList: true, subtree: true });

  // oxlint-disable-next-line typescript/unbound-method -- called with the node that they are called on
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Node.prototype.removeChild = function removeTranslated<Child extends Node>(child: Child): Child {
    removedByPage.add(child);
    if (child.parentNode !== null) removeChild.call(this, child);
    else standInOf(child)?.remove();
    return child;
  };
  Node.prototype.insertBefore = function insertTranslated<Child extends Node>(
    child: Child,
    before: Node | null | undefined,
  ): Child {
    removedByPage.delete(child);
    standInOf(child)?.remove();
    const isTaken = before?.parentNode === null;
    insertBefore.call(this, child, isTaken ? placeOf(before, this) : (before ?? null));
    return child;
  };
  Node.prototype.appendChild = function appendTranslated<Child extends Node>(child: Child): Child {
    removedByPage.delete(child);
    standInOf(child)?.remove();
    appendChild.call(this, child);
    return child;
  };
}

function isFont(node: Node | null): node is Element {
  return node instanceof Element && node.tagName === "FONT";
}
