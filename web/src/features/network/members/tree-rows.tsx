import { Box, Skeleton, Text } from "@mantine/core";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { memo, type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { errorMessage } from "../../../api/error-message.ts";
import { useAfterDelay } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { countWords } from "../../../digit-groups.ts";
import { lifeNote, LevelBadge, nodeFigures } from "./node-figures.tsx";
import classes from "./network.module.css";
import {
  type Branch,
  moreWords,
  networkPathOf,
  isDimmed,
  topOfTree,
  useBranch,
  useFromTree,
  useTreeView,
} from "./tree-store.ts";

const skeletonRowsMax = 6;

/** The rows of a branch, followed by skeletons, an error with retry, or "Show more". */
export function BranchRows(props: { branch: Branch; parent: TreeNode | null; depth: number }) {
  const { branch, parent, depth } = props;
  const { store } = useTreeView();
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
        <ActionRow depth={depth} label="Try again" onChosen={branch.retry}>
          We could not load {branch.nodes.length > 0 ? "the rest of this team" : "this team"}.{" "}
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

/**
 * One person, and the team once expanded; collapsed teams are not rendered. The treeitem does not contain the items below it
 * but states its own level, so that its accessible name is its own text without that of its descendants.
 */
const TreeItem = memo(function TreeItem(props: {
  node: TreeNode;
  currency: Currency;
  parentLabel: string | null;
  /** 1 at the top. */
  depth: number;
  position: number;
  siblings: number;
}) {
  const { node, depth, position, parentLabel } = props;
  const view = useTreeView();
  const { store } = view;
  const hasPeople = node.childCount > 0;
  const isExpanded = useFromTree((tree) => tree.isExpanded(node.id)) && hasPeople;
  const isFirst = depth === 1 && position === 1;
  const isCurrent = useFromTree((tree) => (tree.current() ?? (isFirst && node.id)) === node.id);

  // An unmounted row cannot stay the tab stop.
  useEffect(
    () => () => {
      if (store.current() === node.id) store.setCurrent(null);
    },
    [store, node.id],
  );

  return (
    <li role="none">
      <div
        role="treeitem"
        aria-level={depth}
        aria-setsize={props.siblings}
        aria-posinset={position}
        aria-expanded={hasPeople ? isExpanded : undefined}
        tabIndex={isCurrent ? 0 : -1}
        className={classes.row}
        data-node={node.id}
        data-label={node.label}
        data-dimmed={isDimmed(view, node) || undefined}
        onClick={() => view.onOpen({ node, parentLabel })}
        onFocus={(event) => {
          if (event.target === event.currentTarget) store.setCurrent(node.id);
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
                if (hasPeople) store.setExpanded([node.id], !isExpanded);
              }}
            >
              <IconChevronRight size={18} stroke={1.8} />
            </span>
            <PersonWords node={node} />
          </span>{" "}
          <Figures node={node} currency={props.currency} />
        </span>{" "}
        {view.offersTheirNetwork && <NetworkLink node={node} isReachable={isCurrent} />}
      </div>
      {isExpanded && <Team parent={node} depth={depth + 1} />}
    </li>
  );
});

/** Requested when the parent is expanded for the first time. */
function Team(props: { parent: TreeNode; depth: number }) {
  const { parent, depth } = props;
  const { scope } = useTreeView();
  const pages = useFromTree((tree) => tree.pagesOf(parent.id));
  const branch = useBranch(scope, parent.id, pages);
  return (
    <ul role="none" className="plain">
      <BranchRows branch={branch} parent={parent} depth={depth} />
    </ul>
  );
}

/** Plain elements: Mantine components in thousands of rows would be slow. */
function PersonWords({ node }: { node: TreeNode }) {
  const note = lifeNote(node);
  return (
    <span className={`${classes.person} row`}>
      <span className="strong">{node.label}</span> <LevelBadge node={node} />
      {note !== null && <span className="quiet small"> {note}</span>}
    </span>
  );
}

/** Each figure has its column name for screen readers. */
function Figures(props: { node: TreeNode; currency: Currency }) {
  const { mode, showsLeaderBonus } = useTreeView();
  const { units, sales, commission, leaderBonus } = nodeFigures(props.node, mode);
  return (
    <>
      <span className={classes.figure}>
        {countWords(units)} <span className={classes.srOnly}>units,</span>
      </span>{" "}
      <span className={classes.figure}>
        <MoneyText minor={sales} currency={props.currency} />{" "}
        <span className={classes.srOnly}>sales,</span>
      </span>{" "}
      <span className={`${classes.figure} strong`}>
        <MoneyText minor={commission} currency={props.currency} />{" "}
        <span className={classes.srOnly}>commission</span>
      </span>
      {showsLeaderBonus && (
        <>
          {" "}
          <span className={classes.figure}>
            <MoneyText minor={leaderBonus} currency={props.currency} />{" "}
            <span className={classes.srOnly}>leader bonus</span>
          </span>
        </>
      )}
    </>
  );
}

/** Tab reaches the link of the current row only. */
function NetworkLink(props: { node: TreeNode; isReachable: boolean }) {
  const { node } = props;
  return (
    <span className={classes.networkLink}>
      {!node.isStockist && (
        <Link
          className="link"
          href={networkPathOf(node.userId)}
          tabIndex={props.isReachable ? 0 : -1}
          onClick={(event) => event.stopPropagation()}
        >
          View network
        </Link>
      )}
    </span>
  );
}

const indentPx = 24;

function indentOf(depth: number): number {
  return (depth - 1) * indentPx;
}

/** A row with an action. The focus moves to another row first, because acting removes this one. */
function ActionRow(props: {
  depth: number;
  label: string;
  onChosen: () => void;
  children?: ReactNode;
}) {
  return (
    <li role="none">
      <div
        role="treeitem"
        aria-level={props.depth}
        tabIndex={-1}
        className={classes.row}
        data-label={props.label}
        onClick={(event) => {
          focusBefore(event.currentTarget);
          props.onChosen();
        }}
      >
        <Box component="span" pl={indentOf(props.depth) + 32}>
          {props.children && (
            <Text span inherit c="var(--bad)">
              {props.children}{" "}
            </Text>
          )}
          <Text span inherit c="var(--mantine-color-anchor)" td="underline">
            {props.label}
          </Text>
        </Box>
      </div>
    </li>
  );
}

/** Focuses the sibling before the row, or else the parent. */
function focusBefore(row: HTMLElement): void {
  const items = itemsOf(row.closest('[role="tree"]'));
  const before = items.slice(0, items.indexOf(row));
  before.findLast((item) => levelOf(item) <= levelOf(row))?.focus({ preventScroll: true });
}

/** The rows of a tree in visual order. */
export function itemsOf(tree: Element | null): HTMLElement[] {
  return [...(tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
}

export function levelOf(item: HTMLElement): number {
  return Number(item.getAttribute("aria-level"));
}

function SkeletonRows(props: { depth: number; rows: number }) {
  const isLate = useAfterDelay();
  return Array.from({ length: props.rows }, (_, row) => (
    <li key={row} role="none" aria-hidden="true">
      <div className={classes.row}>
        <Box flex={1} pl={indentOf(props.depth) + 32}>
          <Skeleton height={20} radius="sm" visible={isLate} animate={isLate} />
        </Box>
      </div>
    </li>
  ));
}
