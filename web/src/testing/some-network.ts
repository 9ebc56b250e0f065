import { siblingsPerPage, type TreeNode } from "@portal/shared/network/network-tree.ts";
import type { ApiInputs, ApiOutputs } from "../api/api.ts";

export function aNode(node: Partial<TreeNode>): TreeNode {
  const id = node.id ?? String(node.userId ?? 4);
  return {
    id,
    userId: Number(id.split("@")[0]),
    email: `member${id}@shop.test`,
    label: "Ben Naidoo",
    code: "BEN",
    level: 2,
    isStockist: false,
    school: false,
    active: true,
    totalSales: 1_413_050,
    totalSalesSinceLastPayout: 282_610,
    totalUnits: 50,
    totalUnitsSinceLastPayout: 10,
    totalCommPaid: 180_000,
    totalCommUnpaid: 42_391,
    totalCommBalance: 42_391,
    totalCommCredit: 0,
    leaderBonus: 0,
    leaderBonusSinceLastPayout: 0,
    levelOneCommissionData: null,
    formerCommission: null,
    clonedFrom: null,
    clonedTo: null,
    upgradeDate: null,
    childCount: 0,
    children: [],
    path: [],
    ...node,
  };
}

/** A member and the members below, as a tree literal. */
export type Planted = Partial<TreeNode> & Pick<TreeNode, "id"> & { below?: readonly Planted[] };

/** A fake of `network.tree`: one generation at a time, in pages of siblings. */
export function plantedTree(roots: readonly Planted[]) {
  const members = roots.flatMap((root) => withBelow(root, []));
  return (input: ApiInputs["network"]["tree"]): ApiOutputs["network"]["tree"] => {
    const { search, under, page = 1 } = input;
    if (search) {
      const found = members.filter(({ node }) =>
        `${node.label} ${node.email} ${node.code}`.toLowerCase().includes(search.toLowerCase()),
      );
      return {
        nodes: found.map(({ node, path }) => ({ ...node, path })),
        total: found.length,
        currency: "ZAR",
      };
    }
    const parent = members.find(({ node }) => node.id === under);
    const siblings = (under === undefined ? roots : (parent?.below ?? [])).map(asNode);
    const from = (page - 1) * siblingsPerPage;
    return {
      nodes: siblings.slice(from, from + siblingsPerPage),
      total: siblings.length,
      currency: "ZAR",
    };
  };
}

type Found = { node: TreeNode; below: readonly Planted[]; path: TreeNode["path"] };

function withBelow(planted: Planted, path: TreeNode["path"]): Found[] {
  const node = asNode(planted);
  const below = planted.below ?? [];
  const pathBelow = [...path, { id: node.id, label: node.label }];
  return [{ node, below, path }, ...below.flatMap((child) => withBelow(child, pathBelow))];
}

function asNode({ below, ...node }: Planted): TreeNode {
  return aNode({ childCount: below?.length ?? 0, ...node });
}

/** Anna, level 1, with Ben below her and Cara and Sam below him; Dora has two lives. */
export const annasNetwork: readonly Planted[] = [
  {
    id: "3",
    label: "Anna Mokoena",
    code: "ANNA",
    level: 1,
    levelOneCommissionData: { levelOnes: 1, bonus: 5000, bonusSinceLastPayout: 2000 },
    below: [
      {
        id: "4",
        label: "Ben Naidoo",
        code: "BEN",
        below: [
          { id: "5", label: "Cara van Wyk", code: "CARA", level: 3 },
          { id: "6", label: "Sam Pillay", code: "SAM", level: 4, isStockist: true },
        ],
      },
      {
        id: "9@1",
        label: "Dora Khumalo",
        code: "DORA",
        clonedTo: "9",
        totalUnitsSinceLastPayout: 0,
      },
      {
        id: "9",
        label: "Dora Khumalo",
        code: "DORA",
        level: 1,
        clonedFrom: "9@1",
        upgradeDate: "2026-03-04T08:00:00.000Z",
      },
    ],
  },
];

export const annasLevels: ApiOutputs["network"]["levels"] = {
  currency: "ZAR",
  levels: [
    aLevel(1, { members: 1 }),
    aLevel(2, { members: 2, units: 62, unitsSinceLastPayout: -2, commissionSinceLastPayout: -847 }),
    aLevel(3, { members: 1, units: 1312, unitsSinceLastPayout: 12 }),
    aLevel(4, { members: 1 }),
  ],
  leaderBonus: 5000,
  leaderBonusSinceLastPayout: 2000,
  lastPaidAt: "2026-10-31T08:00:00.000Z",
};

type Level = ApiOutputs["network"]["levels"]["levels"][number];

function aLevel(level: Level["level"], figures: Partial<Level>): Level {
  return {
    level,
    members: 0,
    units: 0,
    unitsSinceLastPayout: 0,
    totalSales: 0,
    totalSalesSinceLastPayout: 0,
    commission: 0,
    commissionSinceLastPayout: 0,
    ...figures,
  };
}
