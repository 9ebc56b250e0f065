import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { OrderExplanation } from "./explain-order.ts";
import { explainOrderById } from "./explain.queries.ts";

export type ExplainedOrder = {
  explanation: OrderExplanation;
  /** Names that are known today, by member and by product. */
  memberNames: Record<number, string>;
  productNames: Record<number, string>;
};

/**
 * The explanation with names for the people who look at it; the ledger itself holds none.
 *
 * @throws DomainError order.unknown
 */
export async function explainForOffice(db: ReadDatabase, uuid: string): Promise<ExplainedOrder> {
  const explanation = await explainOrderById(db, uuid);
  if (!explanation) throw new DomainError("order.unknown");
  const members = new Set<number>();
  for (const { tree, entries, unwritten } of explanation.steps) {
    for (const { userId } of tree) members.add(userId);
    for (const { beneficiaryId } of [...entries, ...unwritten]) members.add(beneficiaryId);
  }
  const people = await db
    .selectFrom("account")
    .select(["id", sql<string>`first_name || ' ' || last_name`.as("name")])
    .where((row) => row("id", "=", row.fn.any(row.val([...members]))))
    .execute();
  const productIds = [...new Set(explanation.lines.map(({ productId }) => productId))];
  const products = await db
    .selectFrom("product")
    .select(["id", "name"])
    .where((row) => row("id", "=", row.fn.any(row.val(productIds))))
    .execute();
  return {
    explanation,
    memberNames: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    productNames: Object.fromEntries(products.map(({ id, name }) => [id, name])),
  };
}
