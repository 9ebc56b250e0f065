import { z } from "zod";
import { userIdSchema } from "../platform/ids.ts";
import type { Currency } from "../platform/money.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import type { MemberLevel } from "../platform/roles.ts";
import { newTerms } from "../people/users/user-forms.ts";

/** "17" is the present life of member 17, "17@1" the one before its uplift (docs/domain.md, "Members and the tree"). */
export const nodeIdSchema = z
  .string()
  .regex(/^\d{1,10}(@1)?$/, "This is not part of the network")
  .refine((id) => userIdSchema.safeParse(Number(id.replace("@1", ""))).success, {
    message: "This is not part of the network",
  });

export const readTreeSchema = z.object({
  /** Whose tree, as that person sees it; left out: one's own, and for an admin the whole forest. */
  of: userIdSchema.optional(),
  /** Below which node; left out: from the top. */
  under: nodeIdSchema.optional(),
  /** How many generations at once. */
  depth: z.int().min(1).max(3).default(2),
  /** Deactivated members as well. */
  showDeleted: z.boolean().default(false),
  /** Name, email or code: answers the matches with the way that leads to each. */
  search: z.string().trim().min(1).max(100).optional(),
  page: z.int().min(1).max(1_000_000).default(1),
});
export type ReadTree = z.infer<typeof readTreeSchema>;

/** Siblings beyond these are on the next page. */
export const siblingsPerPage = 50;

/**
 * A node as the specification, section 3, has it. Money in minor units. Sales are the member's own;
 * commission is what the tree's viewer earned from them, so that all nodes add up to what the viewer
 * is owed (docs/domain.md, "Wallet"). In an admin's forest everybody is their own viewer: commission is what
 * the member itself earned. A sale belongs to the life in which it was made, and what is taken back of
 * it later as well. The earlier life of the viewer itself stands beside it at the top, unless its place
 * is in the tree.
 */
export type TreeNode = {
  id: string;
  userId: number;
  email: string;
  /** First and last name. */
  label: string;
  code: string;
  level: MemberLevel;
  isStockist: boolean;
  school: boolean;
  active: boolean;
  totalSales: number;
  totalSalesSinceLastPayout: number;
  totalUnits: number;
  totalUnitsSinceLastPayout: number;
  totalCommPaid: number;
  totalCommUnpaid: number;
  totalCommBalance: number;
  totalCommCredit: number;
  /** How much of paid and unpaid, and of unpaid alone, is the leader bonus: a column of its own. */
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
  /** Of the viewer's own node: the leader bonus of all nodes together. */
  levelOneCommissionData: LevelOneCommission | null;
  /**
   * Of the viewer's own node: the part of its commission that came from sales of members who were
   * moved out of this tree since. Entries stay with whom they were made for, and have no other node.
   */
  formerCommission: { paid: number; unpaid: number } | null;
  clonedFrom: string | null;
  clonedTo: string | null;
  upgradeDate: string | null;
  /** How many stand directly below, whether they are in `children` or not yet. */
  childCount: number;
  children: TreeNode[];
  /** From the top to its parent, for a match of a search. */
  path: { id: string; label: string }[];
};

/** What a level 1 earned as the leader of those that stand directly below it. */
export type LevelOneCommission = {
  /** How many active level 1s stand directly below. */
  levelOnes: number;
  bonus: number;
  bonusSinceLastPayout: number;
};

/** `total` counts the siblings of the first generation, or the matches of a search. */
export type NetworkTree = { nodes: TreeNode[]; total: number; currency: Currency };

export const readLevelsSchema = z.object({ of: userIdSchema.optional() });

/**
 * Sales and commission of one level in somebody's tree; stockists are level 4. Each level is the sum of
 * the tree's nodes of that level, deactivated ones included, without the leader bonus. What came from
 * members who were moved out of the tree therefore counts at the viewer's own level, and in the forest
 * the commission on a stockist's sale at the level of the distributor who earned it.
 */
export type LevelTotals = {
  level: MemberLevel;
  /** Active ones, each at the level of today. */
  members: number;
  units: number;
  unitsSinceLastPayout: number;
  totalSales: number;
  totalSalesSinceLastPayout: number;
  commission: number;
  commissionSinceLastPayout: number;
};

export const readActivitySchema = z.object({
  ...pagingFields,
  of: userIdSchema.optional(),
  sort: sortedBy(["at"], "desc"),
});

/** A change of the tree that is asked about before it is made. */
export const previewSchema = z.discriminatedUnion("change", [
  z.object({
    change: z.literal("move"),
    userId: userIdSchema,
    parentId: userIdSchema.nullable(),
  }),
  z.object({ change: z.literal("uplift"), userId: userIdSchema }),
  z.object({
    change: z.literal("convert-to-distributor"),
    userId: userIdSchema,
    parentId: userIdSchema.nullable(),
  }),
  z.object({
    change: z.literal("convert-to-stockist"),
    userId: userIdSchema,
    parentId: userIdSchema.nullable(),
    ...newTerms,
  }),
]);
export type Preview = z.infer<typeof previewSchema>;
export const previewDays = 90;
