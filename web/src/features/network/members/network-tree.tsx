import { type KeyboardEvent, useRef } from "react";
import { Failure } from "../../../ui/feedback.tsx";
import { modeMeaning } from "./network-view.ts";
import classes from "./network.module.css";
import { type Branch, type TreeStore, useTreeView } from "./tree-store.ts";
import { BranchRows, itemsOf, levelOf } from "./tree-rows.tsx";

/** The network as a tree, with columns of figures at the right. */
export function NetworkTree(props: { label: string; top: Branch }) {
  const { top } = props;
  const { store, mode, offersTheirNetwork, showsLeaderBonus } = useTreeView();
  const onKeyDown = useTreeKeys(store);

  if (top.error !== null && top.nodes.length === 0)
    return <Failure what="the network" error={top.error} onRetry={top.retry} />;
  return (
    <div className={classes.tree} data-leader={showsLeaderBonus || undefined}>
      <div className={classes.head} data-wide={offersTheirNetwork || undefined} aria-hidden="true">
        <span>Name</span>
        <span className={classes.figure}>Units</span>
        <span className={classes.figure}>Sales</span>
        <span className={classes.figure}>Commission</span>
        {showsLeaderBonus && <span className={classes.figure}>Leader bonus</span>}
      </div>
      <ul
        role="tree"
        aria-label={`${props.label}, ${modeMeaning[mode]}`}
        aria-busy={top.isLoading}
        className="plain"
        onKeyDown={onKeyDown}
      >
        <BranchRows branch={top} parent={null} depth={1} />
      </ul>
    </div>
  );
}

/** Letters typed within this time of each other are one search term. */
const typingMs = 600;

/**
 * The keys of the ARIA tree pattern: up and down between rows, right and left to expand, collapse and change the level,
 * Home and End, type-ahead by name, and Enter to open the person.
 */
function useTreeKeys(store: TreeStore): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: "", at: 0 });
  return (event) => {
    const item = event.target;
    // A link inside a row keeps its own keys.
    if (!(item instanceof HTMLElement) || item.getAttribute("role") !== "treeitem") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsOf(event.currentTarget);
    const step = stepOf(event.key, item, items, store);
    if (step !== null) {
      event.preventDefault();
      step();
    } else if (event.key.length === 1) {
      const now = event.timeStamp;
      const text = now - typed.current.at < typingMs ? typed.current.text + event.key : event.key;
      typed.current = { text, at: now };
      nextNamed(text, item, items)?.focus();
    }
  };
}

function stepOf(
  key: string,
  item: HTMLElement,
  items: readonly HTMLElement[],
  store: TreeStore,
): (() => void) | null {
  const at = items.indexOf(item);
  const id = item.dataset["node"];
  const isExpanded = item.getAttribute("aria-expanded");
  switch (key) {
    case "ArrowDown":
      return () => items[at + 1]?.focus();
    case "ArrowUp":
      return () => items[at - 1]?.focus();
    case "Home":
      return () => items[0]?.focus();
    case "End":
      return () => items.at(-1)?.focus();
    case "Enter":
    case " ":
      return () => item.click();
    case "ArrowRight":
      return () => {
        if (isExpanded === "false" && id) store.setExpanded([id], true);
        else if (isExpanded === "true") items[at + 1]?.focus();
      };
    case "ArrowLeft":
      return () => {
        if (isExpanded === "true" && id) store.setExpanded([id], false);
        else parentOf(item, items)?.focus();
      };
    default:
      return null;
  }
}

function parentOf(item: HTMLElement, items: readonly HTMLElement[]): HTMLElement | undefined {
  return items.slice(0, items.indexOf(item)).findLast((one) => levelOf(one) < levelOf(item));
}

/** The first letter moves to the next match; further letters stay on the row while it still matches. */
function nextNamed(
  text: string,
  item: HTMLElement,
  items: readonly HTMLElement[],
): HTMLElement | undefined {
  const at = items.indexOf(item);
  const from = text.length === 1 ? at + 1 : at;
  const inOrder = [...items.slice(from), ...items.slice(0, from)];
  return inOrder.find((one) => one.dataset["label"]?.toLowerCase().startsWith(text.toLowerCase()));
}
