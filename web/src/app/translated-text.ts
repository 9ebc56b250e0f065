/**
 * Without it the shop breaks at the first press on a translated page (https://github.com/facebook/react/issues/11538).
 *
 * Browsers translate a page by putting a `<font>` in the place of each text node, or as WebKit does, another text node. React
 * goes on changing and removing its own nodes: what it changes would stay unseen, and what it removes would throw. This keeps
 * the two in step: a text that React changes is shown again (and translated anew), and one that it removes or moves takes its
 * stand-in with it. A text that was joined with another has none: removing it does nothing, and what React puts before it goes
 * before what followed it. Others wrap the page's own text: it is changed in its wrapper, which goes with the last text in it.
 *
 * @param page watched from now on
 */
export function keepTranslatedTextInStep(page: Node): void {
  const standIns = new WeakMap<Node, ChildNode>();
  const followers = new WeakMap<Node, Node | null>();
  const removedByPage = new WeakSet<Node>();
  const wrapped = new WeakSet<Node>();
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
    while (node && !seen.has(node)) {
      const place = childWith(node, parent);
      if (place) return place;
      seen.add(node);
      node = standInOf(node) ?? followers.get(node) ?? null;
    }
    return null;
  };
  /** Takes a text out of its wrapper, and away what the wrapper has beside it, as far as no other text of the page is in it. */
  const unwrap = (text: Node) => {
    let wrapper = text.parentNode;
    if (wrapper) removeChild.call(wrapper, text);
    while (isFont(wrapper) && ![...nodesIn(wrapper)].some((other) => wrapped.has(other))) {
      const outer = wrapper.parentNode;
      wrapper.remove();
      wrapper = outer;
    }
  };
  const takeStandIn = (child: Node) => {
    removedByPage.delete(child);
    standInOf(child)?.remove();
    if (wrapped.delete(child)) unwrap(child);
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
        if (!(text instanceof Text) || removedByPage.has(text)) continue;
        if (text.parentNode) {
          if (text.parentNode !== target && target.contains(text)) wrapped.add(text);
          continue;
        }
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
    if (child.parentNode === this) removeChild.call(this, child);
    else if (child.parentNode === null) standInOf(child)?.remove();
    else if (childWith(child, this)) {
      wrapped.delete(child);
      unwrap(child);
    }
    return child;
  };
  Node.prototype.insertBefore = function insertTranslated<Child extends Node>(
    child: Child,
    before: Node | null | undefined,
  ): Child {
    takeStandIn(child);
    const wrapper = before?.parentNode;
    // Between texts that one wrapper has.
    if (before && wrapper && wrapper !== this && wrapped.has(before) && follows(before, wrapped)) {
      wrapped.add(child);
      insertBefore.call(wrapper, child, before);
    } else insertBefore.call(this, child, before ? placeOf(before, this) : null);
    return child;
  };
  Node.prototype.appendChild = function appendTranslated<Child extends Node>(child: Child): Child {
    takeStandIn(child);
    appendChild.call(this, child);
    return child;
  };
}

/** The child of a parent that is this node, or has it somewhere in it. */
function childWith(node: Node, parent: Node): Node | null {
  let child: Node | null = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}

function follows(node: Node, some: WeakSet<Node>): boolean {
  return node.previousSibling !== null && some.has(node.previousSibling);
}

function* nodesIn(root: Node): Generator<Node> {
  const walker = document.createTreeWalker(root);
  while (walker.nextNode()) yield walker.currentNode;
}

function isFont(node: Node | null): node is Element {
  return node instanceof Element && node.tagName === "FONT";
}
