import { z } from "zod/mini";
import { searchText } from "../platform/texts.ts";
import { userIdSchema } from "../platform/ids.ts";
import type { Currency } from "../platform/money.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import type { MemberLevel } from "../platform/roles.ts";
import { newTerms } from "../people/users/user-forms.ts";

/** "17" is the present life of member 17, "17@1" its life before the uplift (docs/domain.md, "Members and the tree"). */
export const nodeIdSchema = z.string().check(
  z.regex(/^\d{1,10}(@1)?$/, "This is not part of the network"),
  z.refine((id) => userIdSchema.safeParse(Number(id.replace("@1", ""))).success, {
    message: "This is not part of the network",
  }),
);

export const readTreeSchema = z.strictObject({
  /** The tree of this member as that member sees it; by default the caller's own, for an admin the whole forest. */
  of: z.optional(userIdSchema),
  /** The node below which to start; by default the top. */
  under: z.optional(nodeIdSchema),
  /** The number of generations. */
  depth: z._default(z.int().check(z.minimum(1), z.maximum(3)), 2),
  /** Include deactivated members. */
  showDeleted: z._default(z.boolean(), false),
  /** By name, email or code; the answer holds the matches with their paths from the top. */
  search: z.optional(searchText(100).check(z.minLength(1))),
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
});
export type ReadTree = z.infer<typeof readTreeSchema>;

/** Siblings beyond these are on the next page. */
export const siblingsPerPage = 50;

/**
 * A node of the specification, section 3. Money in minor units. Sales are the member's own; commission is what the
 * tree's viewer earned from them, so that all nodes add up to what the viewer is owed (docs/domain.md, "Wallet"). In an
 * admin's forest every member is its own viewer: commission is what the member itself earned. A sale and its later
 * reversals belong to the life in which the sale was made. The viewer's own earlier life is beside it at the top,
 * unless its position is in the tree.
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
  /** The leader bonus within paid and unpaid, and within unpaid alone. */
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
  /** On the viewer's own node: the leader bonus of all nodes. */
  levelOneCommissionData: LevelOneCommission | null;
  /**
   * On the viewer's own node: its commission from members who were moved out of this tree since. Entries keep their
   * beneficiary, and these have no other node.
   */
  formerCommission: { paid: number; unpaid: number } | null;
  clonedFrom: string | null;
  clonedTo: string | null;
  upgradeDate: string | null;
  /** The number of nodes directly below, loaded into `children` or not. */
  childCount: number;
  children: TreeNode[];
  /** For a match of a search: the path from the top to its parent. */
  path: { id: string; label: string }[];
};

/** What a level 1 earned as the sponsor of the level 1s directly below it. */
export type LevelOneCommission = {
  /** The number of active level 1s directly below. */
  levelOnes: number;
  bonus: number;
  bonusSinceLastPayout: number;
};

/** `total` counts the siblings of the first generation, or the matches of a search. */
export type NetworkTree = { nodes: TreeNode[]; total: number; currency: Currency };

export const readLevelsSchema = z.strictObject({ of: z.optional(userIdSchema) });

/**
 * Sales and commission of one level in a tree; stockists are level 4. Each level is the sum of the tree's nodes of that
 * level, deactivated ones included, without the leader bonus. Commission from members who were moved out of the tree
 * therefore counts at the viewer's own level, and in the forest the commission on a stockist's sale counts at the level
 * of the distributor who earned it.
 */
export type LevelTotals = {
  level: MemberLevel;
  /** Active members, at their present level. */
  members: number;
  units: number;
  unitsSinceLastPayout: number;
  totalSales: number;
  totalSalesSinceLastPayout: number;
  commission: number;
  commissionSinceLastPayout: number;
};

export const readActivitySchema = z.strictObject({
  ...pagingFields,
  of: z.optional(userIdSchema),
  sort: sortedBy(["at"], "desc"),
});

/** A change of the tree to preview. */
export const previewSchema = z.discriminatedUnion("change", [
  z.strictObject({
    change: z.literal("move"),
    userId: userIdSchema,
    parentId: z.nullable(userIdSchema),
  }),
  z.strictObject({ change: z.literal("uplift"), userId: userIdSchema }),
  z.strictObject({
    change: z.literal("convert-to-distributor"),
    userId: userIdSchema,
    parentId: z.nullable(userIdSchema),
  }),
  z.strictObject({
    change: z.literal("convert-to-stockist"),
    userId: userIdSchema,
    parentId: z.nullable(userIdSchema),
    ...newTerms,
  }),
]);
export type Preview = z.infer<typeof previewSchema>;
export const previewDays = 90;
