import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { formatDay } from "../../../ui/day.ts";
import classes from "./level-badge.module.css";
import { levelWords } from "./node-figures.ts";

/** The colour of a level, beside its name. */
export function LevelMark(props: { level: MemberLevel }) {
  return <span className={classes.mark} data-level={props.level} aria-hidden="true" />;
}

/** "Level 1 since 4 Mar 2026": the level of this life, and from or until when where there are two. */
export function LevelBadge(props: { node: TreeNode }) {
  const { node } = props;
  return (
    <span className={classes.badge}>
      <LevelMark level={node.level} />
      {badgeWords(node)}
      {!node.active && <span className={classes.gone}>Deactivated</span>}
    </span>
  );
}

/** Where the figures of somebody with two lives moved from or to; null for everybody else. */
export function lifeNote(node: TreeNode): string | null {
  if (node.clonedTo !== null) return "Figures since then stand at level 1";
  if (node.clonedFrom !== null) return "Figures from before stand at level 2";
  return null;
}

function badgeWords(node: TreeNode): string {
  const level = `${levelWords(node.level)}${node.school ? ", school" : ""}`;
  if (node.clonedTo !== null) return `${level} until the uplift`;
  if (node.clonedFrom === null || node.upgradeDate === null) return level;
  return `${level} since ${formatDay(node.upgradeDate)}`;
}
