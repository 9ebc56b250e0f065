import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { LedgerEvent } from "../../projections/ledger-catalogue.ts";

/** Order numbers are unique over all orders, which no stream can see of itself. */
export type OrderNumbers = Readonly<{
  load: (events: readonly LedgerEvent[]) => Promise<void>;
  /** @throws DomainError order.number-taken */
  claim: (event: LedgerEvent) => void;
  /** The shop goes on above the numbers that came in. */
  moveOn: () => Promise<void>;
}>;

export function createOrderNumbers(tx: Tx): OrderNumbers {
  const taken = new Set<number>();
  let newestBefore: number | undefined;

  return {
    async load(events) {
      newestBefore ??= await newestIn(tx);
      const wanted: number[] = [];
      for (const event of events)
        if (event.type === "OrderPlaced" && event.data.orderNumber <= newestBefore)
          wanted.push(event.data.orderNumber);
      if (wanted.length === 0) return;
      const rows = await tx
        .selectFrom("projection.order_state")
        .select("order_number")
        .where((where) => where("order_number", "=", where.fn.any(where.val(wanted))))
        .execute();
      for (const row of rows) taken.add(row.order_number);
    },
    claim(event) {
      if (event.type !== "OrderPlaced") return;
      const { orderNumber } = event.data;
      if (taken.has(orderNumber)) throw new DomainError("order.number-taken", String(orderNumber));
      taken.add(orderNumber);
    },
    async moveOn() {
      await sql`
        select setval('public.order_number_seq', newest) from (
          select max(order_number) as newest from projection.order_state
        ) orders where newest > (select last_value from public.order_number_seq)`.execute(tx);
    },
  };
}

async function newestIn(tx: Tx): Promise<number> {
  const { newest } = await tx
    .selectFrom("projection.order_state")
    .select(({ fn }) => fn.max("order_number").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}
