import type { NetworkTree, TreeNode } from "@portal/shared/network/network-tree.ts";
import { hierarchy, tree } from "d3-hierarchy";

export type ChartBox = Readonly<{
  node: TreeNode;
  parentLabel: string | null;
  x: number;
  y: number;
}>;
export type ChartLine = Readonly<{ id: string; path: string }>;
export type ChartLayout = Readonly<{
  boxes: readonly ChartBox[];
  lines: readonly ChartLine[];
  width: number;
  height: number;
}>;

export const boxSize = { width: 216, height: 52 } as const;
const gap = { across: 56, down: 12 } as const;
const margin = 8;
/** Of the knob at a box's right edge, which opens and closes it. */
export const knobRadius = 13;

type Grown = Readonly<{ node: TreeNode | null; below: readonly Grown[] }>;

/** Generations from left to right, siblings from top to bottom, with square lines between them. */
export function layOut(
  top: readonly TreeNode[],
  peopleBelow: (id: string) => NetworkTree["nodes"],
): ChartLayout {
  const grow = (node: TreeNode): Grown => ({ node, below: peopleBelow(node.id).map(grow) });
  // One root above all, which is not drawn: a forest has many tops.
  const root = hierarchy<Grown>({ node: null, below: top.map(grow) }, ({ below }) => [...below]);
  const placed = tree<Grown>()
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
