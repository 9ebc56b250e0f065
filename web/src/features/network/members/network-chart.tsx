import { Stack, Text } from "@mantine/core";
import type { NetworkTree, TreeNode } from "@portal/shared/network/network-tree.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { hierarchy, tree as treeLayout } from "d3-hierarchy";
import { useEffect, useMemo, useRef } from "react";
import { api } from "../../../api/api.ts";
import { Failure } from "../../../ui/feedback.tsx";
import { levelWords } from "../../people/users/role-words.ts";
import classes from "./network.module.css";
import { nodeFigures } from "./node-figures.tsx";
import {
  type Branch,
  branchInput,
  branchOptions,
  failureOf,
  isDimmed,
  useFromTree,
  useTreeView,
} from "./tree-store.ts";

const nameLength = 24;

/** A drawing of what is open in the tree. It is hidden from assistive technology, which has the tree instead. */
export function NetworkChart(props: { top: Branch }) {
  const { top } = props;
  const { open, error, retry } = useOpenBranches();
  const layout = useMemo(() => layOut(top.nodes, (id) => open.get(id) ?? []), [top.nodes, open]);
  const scroller = useRef<HTMLDivElement>(null);
  const firstDown = layout.boxes[0]?.y ?? 0;

  // The top of the network is drawn at half the height, so the chart is scrolled there first.
  useEffect(() => {
    const box = scroller.current;
    if (box) box.scrollTop = firstDown - box.clientHeight / 2 + boxSize.height / 2;
  }, [firstDown]);

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        The chart shows what is open in the tree. For all figures, or to use a keyboard or screen
        reader, switch to Tree.
      </Text>
      {error !== null && <Failure what="part of the chart" error={error} onRetry={retry} />}
      <div
        ref={scroller}
        className={classes.scroller}
        role="region"
        aria-label="Chart"
        tabIndex={0}
      >
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          {layout.lines.map(({ id, path }) => (
            <path key={id} d={path} className={classes.line} />
          ))}
          {layout.boxes.map((box) => (
            <PersonBox key={box.node.id} box={box} currency={top.currency} />
          ))}
        </svg>
      </div>
    </Stack>
  );
}

/** The loaded teams of all expanded nodes, by the id of the node. */
function useOpenBranches() {
  const { store, scope } = useTreeView();
  const ids = useFromTree((tree) => tree.expanded());
  const pages = ids.flatMap((id) =>
    Array.from({ length: store.pagesOf(id) }, (_, index) => ({ id, page: index + 1 })),
  );
  const answers = api.useQueries((t) =>
    pages.map(({ id, page }) => t.network.tree(branchInput(scope, id, page), branchOptions)),
  );
  const open = new Map<string, TreeNode[]>();
  for (const [at, { id }] of pages.entries()) {
    const nodes = answers[at]?.data?.nodes ?? [];
    open.set(id, [...(open.get(id) ?? []), ...nodes]);
  }
  return { open, ...failureOf(answers) };
}

function PersonBox(props: { box: ChartBox; currency: Currency }) {
  const { node, parentLabel, x, y } = props.box;
  const view = useTreeView();
  const isOpen = useFromTree((tree) => tree.isExpanded(node.id));
  const { commission } = nodeFigures(node, view.mode);
  const name =
    node.label.length > nameLength ? `${node.label.slice(0, nameLength - 1)}…` : node.label;
  return (
    <g transform={`translate(${x} ${y})`} data-dimmed={isDimmed(view, node) || undefined}>
      <g className={classes.box} onClick={() => view.onOpen({ node, parentLabel })}>
        <rect className={classes.frame} width={boxSize.width} height={boxSize.height} rx={8} />
        <rect className={classes.mark} data-level={node.level} width={6} height={boxSize.height} />
        <text className={`${classes.name} strong`} x={18} y={21}>
          {name}
        </text>
        <text className={classes.figures} x={18} y={40}>
          {levelWords(node.level)}, {formatMoney(commission, props.currency)}
        </text>
      </g>
      {node.childCount > 0 && (
        <g
          className={classes.box}
          transform={`translate(${boxSize.width} ${boxSize.height / 2})`}
          onClick={() => view.store.setExpanded([node.id], !isOpen)}
        >
          <circle className={classes.frame} r={knobRadius} />
          <text className={classes.count} y={4}>
            {isOpen ? "−" : node.childCount}
          </text>
        </g>
      )}
    </g>
  );
}

type ChartBox = Readonly<{
  node: TreeNode;
  parentLabel: string | null;
  x: number;
  y: number;
}>;
type ChartLine = Readonly<{ id: string; path: string }>;
type ChartLayout = Readonly<{
  boxes: readonly ChartBox[];
  lines: readonly ChartLine[];
  width: number;
  height: number;
}>;

export const boxSize = { width: 216, height: 52 } as const;
const gap = { across: 56, down: 12 } as const;
const margin = 8;
/** The knob at the right edge of a box expands and collapses its node. */
const knobRadius = 13;

type Nested = Readonly<{ node: TreeNode | null; below: readonly Nested[] }>;

/** Generations from left to right, siblings from top to bottom, with right-angled lines between them. */
export function layOut(
  top: readonly TreeNode[],
  peopleBelow: (id: string) => NetworkTree["nodes"],
): ChartLayout {
  const nest = (node: TreeNode): Nested => ({ node, below: peopleBelow(node.id).map(nest) });
  // A forest has many tops, but the layout needs one root, which is not drawn.
  const root = hierarchy<Nested>({ node: null, below: top.map(nest) }, ({ below }) => [...below]);
  const placed = treeLayout<Nested>()
    .nodeSize([boxSize.height + gap.down, boxSize.width + gap.across])
    .separation(() => 1)(root)
    .descendants()
    .filter(({ depth }) => depth > 0);
  const highest = Math.min(0, ...placed.map(({ x }) => x));
  const left = (depth: number) => margin + (depth - 1) * (boxSize.width + gap.across);
  const down = (x: number) => margin + x - highest;

  return {
    boxes: placed.flatMap(({ data, parent, x, depth }) =>
      data.node === null
        ? []
        : [
            {
              node: data.node,
              parentLabel: parent?.data.node?.label ?? null,
              x: left(depth),
              y: down(x),
            },
          ],
    ),
    lines: placed.flatMap(({ data, parent, x, depth }) =>
      data.node === null || parent === null || parent.depth === 0
        ? []
        : [
            {
              id: data.node.id,
              path: lineBetween(
                left(depth - 1) + boxSize.width,
                down(parent.x) + boxSize.height / 2,
                left(depth),
                down(x) + boxSize.height / 2,
              ),
            },
          ],
    ),
    width:
      Math.max(0, ...placed.map(({ depth }) => left(depth) + boxSize.width + knobRadius)) + margin,
    height: Math.max(0, ...placed.map(({ x }) => down(x) + boxSize.height)) + margin,
  };
}

function lineBetween(fromX: number, fromY: number, toX: number, toY: number): string {
  const middle = (fromX + toX) / 2;
  return `M${fromX} ${fromY}H${middle}V${toY}H${toX}`;
}
