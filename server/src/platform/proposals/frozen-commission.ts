import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";

const orderCommissionSchema = z.strictObject({
  orderId: z.guid(),
  sellerId: z.int().nullable(),
  /** Minor units, by member. */
  earned: z.array(z.strictObject({ userId: z.int(), amount: z.int() })),
});

/** What an order brings each member by the plan, tree and terms of that moment, and whose sale it is; null is nobody's. */
export type OrderCommission = z.infer<typeof orderCommissionSchema>;

/** What the orders of a change bring; empty for one by which nobody earns. Equal where who earns what is equal. */
export type CommissionOf = (
  db: ReadDatabase,
  change: ProposedChange,
) => Promise<readonly OrderCommission[]>;

/** Also where it is empty: that nobody earns is frozen too. */
export async function keepFrozenCommission(
  tx: Tx,
  decisionId: string,
  commission: readonly OrderCommission[],
): Promise<void> {
  await tx
    .insertInto("decision_frozen")
    .values({ decision_id: decisionId, commission: JSON.stringify(commission) })
    .execute();
}

/** Null for a decision of an earlier release, which has none. */
export async function findFrozenCommission(
  db: ReadDatabase | Database | Tx,
  decisionId: string,
): Promise<readonly OrderCommission[] | null> {
  const row = await db
    .selectFrom("decision_frozen")
    .select("commission")
    .where("decision_id", "=", decisionId)
    .executeTakeFirst();
  return row ? z.array(orderCommissionSchema).parse(row.commission) : null;
}
