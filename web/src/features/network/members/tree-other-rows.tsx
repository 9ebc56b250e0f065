import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useAfterDelay } from "../../../ui/use-after-delay.ts";
import classes from "./network-tree.module.css";

const indentPx = 24;

export function indentOf(depth: number): number {
  return (depth - 1) * indentPx;
}

/** A row that is no person but does something. The focus steps back before it acts, because the row goes then. */
export function ActionRow(props: {
  depth: number;
  label: string;
  onChosen: () => void;
  children?: ReactNode;
}) {
  return (
    <li role="none" className={classes.item}>
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
        <span className={classes.action} style={{ paddingLeft: indentOf(props.depth) }}>
          {props.children && <span className={classes.failure}>{props.children} </span>}
          <span className={classes.act}>{props.label}</span>
        </span>
      </div>
    </li>
  );
}

/** To the sibling before, or to the parent where there is none. */
function focusBefore(row: HTMLElement): void {
  const items = itemsOf(row.closest('[role="tree"]'));
  const before = items.slice(0, items.indexOf(row));
  before.findLast((item) => levelOf(item) <= levelOf(row))?.focus({ preventScroll: true });
}

/** The rows of a tree as they stand below each other. */
export function itemsOf(tree: Element | null): HTMLElement[] {
  return [...(tree?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
}

export function levelOf(item: HTMLElement): number {
  return Number(item.getAttribute("aria-level"));
}

/** Grey rows where people will stand. */
export function SkeletonRows(props: { depth: number; rows: number }) {
  const isLate = useAfterDelay();
  return Array.from({ length: props.rows }, (_, row) => (
    <li key={row} role="none" className={classes.item} aria-hidden="true">
      <div className={classes.row}>
        <span className={classes.awaited} style={{ paddingLeft: indentOf(props.depth) }}>
          <Skeleton height={20} radius="sm" visible={isLate} animate={isLate} />
        </span>
      </div>
    </li>
  ));
}
