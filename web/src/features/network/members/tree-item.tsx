import type { Currency } from "@portal/shared/platform/money.ts";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { memo, useEffect } from "react";
import { errorMessage } from "../../../api/error-message.ts";
import classes from "./network-tree.module.css";
import { type Branch, moreWords, useBranch } from "./tree-branch.ts";
import { ActionRow, SkeletonRows } from "./tree-other-rows.tsx";
import { TreeRow } from "./tree-row.tsx";
import { topOfTree, useFromTree, useTreeStore } from "./tree-store.ts";
import { useTreeView } from "./tree-view.ts";

const skeletonRowsMax = 6;

/** The people of a branch, and in their place what is on its way, what failed, and what is left. */
export function BranchRows(props: { branch: Branch; parent: TreeNode | null; depth: number }) {
  const { branch, parent, depth } = props;
  const store = useTreeStore();
  const parentId = parent?.id ?? topOfTree;
  const awaited = Math.min(
    skeletonRowsMax,
    (parent?.childCount ?? skeletonRowsMax) - branch.nodes.length,
  );
  const more = branch.isLoading || branch.error !== null ? null : moreWords(branch);
  return (
    <>
      {branch.nodes.map((node, index) => (
        <TreeItem
          key={node.id}
          node={node}
          currency={branch.currency}
          parentLabel={parent?.label ?? null}
          depth={depth}
          position={index + 1}
          siblings={Math.max(branch.total, branch.nodes.length)}
        />
      ))}
      {branch.isLoading && <SkeletonRows depth={depth} rows={Math.max(1, awaited)} />}
      {branch.error !== null && (
        <ActionRow depth={depth} label="Retry" onChosen={branch.retry}>
          We could not load {branch.nodes.length > 0 ? "the rest of them" : "these people"}.{" "}
          {errorMessage(branch.error)}
        </ActionRow>
      )}
      {more !== null && (
        <ActionRow
          depth={depth}
          label={more}
          onChosen={() => store.showPages(parentId, store.pagesOf(parentId) + 1)}
        />
      )}
    </>
  );
}

type ItemProps = Readonly<{
  node: TreeNode;
  currency: Currency;
  parentLabel: string | null;
  /** 1 at the top. */
  depth: number;
  position: number;
  siblings: number;
}>;

/** One person, and below them their people once they are opened: nothing of what is closed is drawn. */
const TreeItem = memo(function TreeItem(props: ItemProps) {
  const { node, depth, position, parentLabel } = props;
  const store = useTreeStore();
  const { onOpen } = useTreeView();
  const isExpanded = useFromTree((tree) => tree.isExpanded(node.id)) && node.childCount > 0;
  const isFirst = depth === 1 && position === 1;
  const isCurrent = useFromTree((tree) => (tree.current() ?? (isFirst && node.id)) === node.id);

  // A row that is gone cannot be where the keyboard stands.
  useEffect(
    () => () => {
      if (store.current() === node.id) store.setCurrent(null);
    },
    [store, node.id],
  );

  return (
    <li role="none" className={classes.item}>
      <TreeRow
        node={node}
        currency={props.currency}
        depth={depth}
        position={position}
        siblings={props.siblings}
        isExpanded={isExpanded}
        isCurrent={isCurrent}
        onCurrent={() => store.setCurrent(node.id)}
        onOpen={() => onOpen({ node, parentLabel })}
        onToggle={() => store.setExpanded([node.id], !isExpanded)}
      />
      {isExpanded && <PeopleBelow parent={node} depth={depth + 1} />}
    </li>
  );
});

/** They are asked for when their parent is opened for the first time. */
function PeopleBelow(props: { parent: TreeNode; depth: number }) {
  const { parent, depth } = props;
  const { scope } = useTreeView();
  const pages = useFromTree((tree) => tree.pagesOf(parent.id));
  const branch = useBranch(scope, parent.id, pages);
  return (
    <ul role="none" className={classes.group}>
      <BranchRows branch={branch} parent={parent} depth={depth} />
    </ul>
  );
}
