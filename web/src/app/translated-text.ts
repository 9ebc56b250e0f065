/**
 * Without it the shop breaks at the first press on a translated page (https://github.com/facebook/react/issues/11538).
 *
 * Browsers translate a page by putting a `<font>` in the place of each text node. React goes on changing and removing its own
 * nodes: what it changes would stay unseen, and what it removes would throw. This keeps the two in step: a text that React
 * changes is shown again (and translated anew), and one that it removes or moves takes its stand-in with it.
 *
 * @param page watched from now on
 */
export function keepTranslatedTextInStep(page: Node): void {
  const standIns = new WeakMap<Node, Element>();
  const standInOf = (node: Node | null) => {
    const standIn = node === null ? undefined : standIns.get(node);
    return standIn?.isConnected ? standIn : null;
  };

  const changes = new MutationObserver((records) => {
    for (const { target } of records) standInOf(target)?.replaceWith(target);
  });
  const replaced = new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (!standIn) continue;
        standIns.set(text, standIn);
        changes.observe(text, { characterData: true });
      }
  });
  replaced.observe(page, { childList: true, subtree: true });

  // oxlint-disable-next-line typescript/unbound-method -- called with the node that they are called on
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Node.prototype.removeChild = function removeTranslated<Child extends Node>(child: Child): Child {
    const standIn = child.parentNode === this ? null : standInOf(child);
    removeChild.call(this, standIn?.parentNode === this ? standIn : child);
    return child;
  };
  Node.prototype.insertBefore = function insertTranslated<Child extends Node>(
    child: Child,
    before: Node | null,
  ): Child {
    standInOf(child)?.remove();
    const standIn = before?.parentNode === this ? null : standInOf(before);
    insertBefore.call(this, child, standIn?.parentNode === this ? standIn : before);
    return child;
  };
  Node.prototype.appendChild = function appendTranslated<Child extends Node>(child: Child): Child {
    standInOf(child)?.remove();
    appendChild.call(this, child);
    return child;
  };
}

function isFont(node: Node | null): node is Element {
  return node instanceof Element && node.tagName === "FONT";
}
