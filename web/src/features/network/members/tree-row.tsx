import type { Currency } from "@portal/shared/platform/money.ts";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "wouter";
import { MoneyText } from "../../../ui/money-text.tsx";
import { LevelBadge, lifeNote } from "./level-badge.tsx";
import classes from "./network-tree.module.css";
import { countWords, nodeFigures } from "./node-figures.ts";
import { indentOf } from "./tree-other-rows.tsx";
import { networkPathOf, standsBack, useTreeView } from "./tree-view.ts";

/**
 * One person of the tree. The rows of all generations stand side by side and say themselves how deep
 * they are, so that what a row is called is what stands in it, and not everybody below as well.
 */
export function TreeRow(props: {
  node: TreeNode;
  currency: Currency;
  depth: number;
  position: number;
  siblings: number;
  isExpanded: boolean;
  isCurrent: boolean;
  onCurrent: () => void;
  onOpen: () => void;
  onToggle: () => void;
}) {
  const { node, depth } = props;
  const view = useTreeView();
  const hasPeople = node.childCount > 0;
  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-setsize={props.siblings}
      aria-posinset={props.position}
      aria-expanded={hasPeople ? props.isExpanded : undefined}
      tabIndex={props.isCurrent ? 0 : -1}
      className={classes.row}
      data-node={node.id}
      data-label={node.label}
      data-back={standsBack(view, node) || undefined}
      onClick={props.onOpen}
      onFocus={(event) => {
        if (event.target === event.currentTarget) props.onCurrent();
      }}
    >
      <span className={classes.words}>
        <span className={classes.lead} style={{ paddingLeft: indentOf(depth) }}>
          <span
            className={classes.toggle}
            aria-hidden="true"
            data-empty={!hasPeople || undefined}
            onClick={(event) => {
              event.stopPropagation();
              if (hasPeople) props.onToggle();
            }}
          >
            <IconChevronRight size={18} stroke={1.8} />
          </span>
          <PersonWords node={node} />
        </span>{" "}
        <Figures node={node} currency={props.currency} />
      </span>{" "}
      {view.offersTheirNetwork && <WayIn node={node} isReachable={props.isCurrent} />}
    </div>
  );
}

function PersonWords({ node }: { node: TreeNode }) {
  const note = lifeNote(node);
  return (
    <span className={classes.person}>
      <span className={classes.name}>{node.label}</span>{" "}
      <span className={classes.about}>
        <LevelBadge node={node} />
        {note !== null && <span className={classes.note}> {note}</span>}
      </span>
    </span>
  );
}

/** A screen reader hears beside each number what the columns' heads tell the eye. */
function Figures(props: { node: TreeNode; currency: Currency }) {
  const { mode } = useTreeView();
  const { units, sales, commission } = nodeFigures(props.node, mode);
  return (
    <>
      <span className={classes.figure}>
        {countWords(units)} <span className={classes.heard}>units,</span>
      </span>{" "}
      <span className={classes.figure}>
        <MoneyText minor={sales} currency={props.currency} />{" "}
        <span className={classes.heard}>sales,</span>
      </span>{" "}
      <span className={classes.figure} data-main>
        <MoneyText minor={commission} currency={props.currency} />{" "}
        <span className={classes.heard}>commission</span>
      </span>
    </>
  );
}

/** Tab leads to it from the row where the keyboard stands, and to no other. */
function WayIn(props: { node: TreeNode; isReachable: boolean }) {
  const { node } = props;
  return (
    <span className={classes.way}>
      {!node.isStockist && (
        <Link
          href={networkPathOf(node.userId)}
          tabIndex={props.isReachable ? 0 : -1}
          onClick={(event) => event.stopPropagation()}
        >
          Their network
        </Link>
      )}
    </span>
  );
}
