import { Failure } from "../../../ui/failure.tsx";
import { modeWords } from "./mode-words.ts";
import classes from "./network-tree.module.css";
import type { Branch } from "./tree-branch.ts";
import { BranchRows } from "./tree-item.tsx";
import { useTreeKeys } from "./tree-keys.ts";
import { useTreeStore } from "./tree-store.ts";
import { useTreeView } from "./tree-view.ts";

/** The whole of a network as a tree, generation below generation, with the figures at the right. */
export function NetworkTree(props: { label: string; top: Branch }) {
  const { top } = props;
  const { mode, offersTheirNetwork } = useTreeView();
  const store = useTreeStore();
  const onKeyDown = useTreeKeys(store);

  if (top.error !== null && top.nodes.length === 0)
    return <Failure what="the network" error={top.error} onRetry={top.retry} />;
  return (
    <div className={classes.tree}>
      <div className={classes.head} data-wide={offersTheirNetwork || undefined} aria-hidden="true">
        <span>Name</span>
        <span className={classes.figure}>Units</span>
        <span className={classes.figure}>Sales</span>
        <span className={classes.figure}>Commission</span>
      </div>
      <ul
        role="tree"
        aria-label={`${props.label}, ${modeWords[mode].meaning}`}
        aria-busy={top.isLoading}
        className={classes.group}
        onKeyDown={onKeyDown}
      >
        <BranchRows branch={top} parent={null} depth={1} />
      </ul>
    </div>
  );
}
