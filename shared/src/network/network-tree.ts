import { z } from "zod";
import { userIdSchema } from "../ids.ts";
import type { Currency } from "../money.ts";
import { pagingFields } from "../paging.ts";
import type { MemberLevel } from "../roles.ts";
import { wholePercentSchema } from "../users/user-forms.ts";

/** "17" is the present life of member 17, "17@1" the one before its uplift (domain, "Members and the tree"). */
export const nodeIdSchema = z.string().regex(/^\d{1,10}(@1)?$/, "This is not a node of the tree");

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
 * is owed (domain, "Wallet"). In an admin's forest everybody is their own viewer.
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
  /** Of the viewer's own node: what its level 1s earned it as their leader. */
  levelOneCommissionData: { fromLevelOnes: number; bonus: number } | null;
  clonedFrom: string | null;
  clonedTo: string | null;
  upgradeDate: string | null;
  /** How many stand directly below, whether they are in `children` or not yet. */
  childCount: number;
  children: TreeNode[];
  /** From the top to its parent, for a match of a search. */
  path: { id: string; label: string }[];
};

export type NetworkTree = { nodes: TreeNode[]; total: number; currency: Currency };

export const readLevelsSchema = z.object({ of: userIdSchema.optional() });

/** All sales and commission of one level in somebody's tree; stockists are level 4. */
export type LevelTotals = {
  level: MemberLevel;
  members: number;
  units: number;
  unitsSinceLastPayout: number;
  totalSales: number;
  totalSalesSinceLastPayout: number;
  commission: number;
  commissionSinceLastPayout: number;
};

export const readActivitySchema = z.object({ ...pagingFields, of: userIdSchema.optional() });

/** A change of the tree that is asked about before it is made (edges 11). */
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
    stockistMargin: wholePercentSchema,
    distributorPercent: wholePercentSchema,
  }),
]);
export type Preview = z.infer<typeof previewSchema>;
export const previewDays = 90;
