import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useAfterDelay } from "../../ui/use-after-delay.ts";
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
    <li
      role="treeitem"
      className={classes.item}
      aria-level={props.depth}
      tabIndex={-1}
      data-label={props.label}
    >
      <div
        className={classes.row}
        data-row
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

function focusBefore(row: HTMLElement): void {
  const item = row.closest<HTMLElement>('[role="treeitem"]');
  const before =
    item?.previousElementSibling ?? item?.parentElement?.closest('[role="treeitem"]') ?? null;
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
}

/** Grey rows where people will stand. */
export function SkeletonRows(props: { depth: number; rows: number }) {
  const isLate = useAfterDelay();
  return Array.from({ length: props.rows }, (_, row) => (
    <li key={row} className={classes.item} role="presentation" aria-hidden="true">
      <div className={classes.row}>
        <span className={classes.awaited} style={{ paddingLeft: indentOf(props.depth) }}>
          <Skeleton height={20} radius="sm" visible={isLate} animate={isLate} />
        </span>
      </div>
    </li>
  ));
}
