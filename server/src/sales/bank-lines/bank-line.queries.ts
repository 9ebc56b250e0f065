import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import type { BankLineState, ListBankLines } from "@portal/shared/sales/bank-lines.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { isInBankText, pageOf } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { listOpenProposals } from "../../platform/proposals/proposal.store.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { listCreditRules } from "../bank-debits/bank-debit.queries.ts";
import { proposedBy } from "../bank-debits/bank-debit.rules.ts";
import { type OrderUse, type OpenOrder, type Proposal, proposeUses } from "./bank-line.matching.ts";
import { findMissing } from "./missing-lines.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/** With more open lines or orders than this, proposals consider only the newest. */
const consideredMax = 5_000;

/** An open line has a proposal which orders it pays; an applied one has the orders that it paid. */
export async function listBankLines(
  db: ReadDatabase,
  region: Region,
  { search, state, ...page }: ListBankLines,
) {
  const { currency } = await loadRegion(db, region);
  let matching = db
    .selectFrom("bank_line as line")
    .leftJoin("account as decider", "decider.id", "line.decided_by")
    .leftJoin("bank_line as repeated", "repeated.id", "line.repeats")
    .where("line.state", "=", state);
  if (search) matching = matching.where(isInBankText("line.description", search));
  const { rows, total } = await matching
    .select([
      "line.id",
      "line.booked_on as bookedOn",
      "line.amount",
      "line.description",
      "line.account",
      "line.file_name as fileName",
      "line.uploaded_at as uploadedAt",
      "line.state",
      "line.decided_at as decidedAt",
      "line.reason",
      "line.kind",
      "repeated.booked_on as repeatsDay",
      "repeated.file_name as repeatsFile",
      sql<string | null>`decider.first_name || ' ' || decider.last_name`.as("decidedByName"),
    ])
    .orderBy("line.booked_on", "desc")
    .orderBy("line.id", "desc")
    .$call((list) => pageOf(list, page));
  const proposals = state === "open" ? await proposeForOpen(db, region) : null;
  const rules = await listCreditRules(db);
  const uses = await listUses(
    db,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map((row) => ({
      ...row,
      currency,
      proposal: proposals?.get(row.id) ?? null,
      /** What a rule says of one that names no order and pays none that is known. */
      proposedKind:
        proposals?.get(row.id)?.kind === "none" && orderNumbersIn(row.description).length === 0
          ? proposedBy(row.description, rules)
          : null,
      uses: uses.get(row.id) ?? [],
    })),
    total,
    counts: await countByState(db),
    currency,
    missing: await findMissing(db),
  };
}

/** The ids of the orders, by order number. */
export async function findOrderIds(
  db: ReadDatabase,
  uses: readonly OrderUse[],
): Promise<ReadonlyMap<number, string>> {
  const numbers = uses.map(({ orderNumber }) => orderNumber);
  const rows = await db
    .selectFrom("projection.order_state")
    .select(["order_id", "order_number"])
    .where("order_number", "in", numbers)
    .execute();
  return new Map(rows.map((row) => [row.order_number, row.order_id]));
}

async function proposeForOpen(
  db: ReadDatabase,
  region: Region,
): Promise<ReadonlyMap<number, Proposal>> {
  const lines = await db
    .selectFrom("bank_line")
    .select(["id", "amount", "description", "booked_on as day", "repeats"])
    .where("state", "=", "open")
    .orderBy("booked_on", "desc")
    .orderBy("id", "desc")
    .limit(consideredMax)
    .execute();
  const named = lines.flatMap(({ description }) => orderNumbersIn(description));
  const waiting = await listWaitingUses(db);
  return proposeUses(
    lines.map((line) => ({ ...line, waitsFor: waiting.get(line.id) ?? null })),
    await listPayable(db, region, named),
  );
}

/** What open decisions would do with their lines, by line. */
async function listWaitingUses(
  db: ReadDatabase,
): Promise<ReadonlyMap<number, readonly OrderUse[]>> {
  const open = await listOpenProposals(db);
  return new Map(
    open.flatMap(({ change }) =>
      change.kind === "bank-line" ? [[change.data.lineId, change.data.uses] as const] : [],
    ),
  );
}

/** Orders with an amount due, newest first, and those of any state whose number a line contains. */
async function listPayable(
  db: ReadDatabase,
  region: Region,
  named: readonly number[],
): Promise<OpenOrder[]> {
  const { timeZone } = await loadRegion(db, region);
  const open = db
    .selectFrom("projection.order_state")
    .select([
      "order_number as orderNumber",
      "total",
      "received",
      "refunded",
      "state",
      "placed_at as placedAt",
    ])
    .where(isLive("order_state"))
    .where("region", "=", region);
  const waiting = await open
    .where("state", "=", "placed")
    .orderBy("placed_position", "desc")
    .limit(consideredMax)
    .execute();
  const others =
    named.length === 0
      ? []
      : await open
          .where("state", "<>", "placed")
          .where((order) => order("order_number", "=", order.fn.any(order.val([...named]))))
          .execute();
  return [...waiting, ...others].map((order) => ({
    orderNumber: order.orderNumber,
    outstanding: outstanding(order),
    placedOn: dayOf(order.placedAt, timeZone),
  }));
}

/** The orders that each applied line paid, by line. */
export async function listUses(
  db: ReadDatabase,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, OrderUse[]>> {
  if (lineIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("bank_line_use")
    .select(["line_id as lineId", "order_number as orderNumber", "amount"])
    .where("line_id", "in", lineIds)
    .orderBy("order_number")
    .execute();
  const grouped = Map.groupBy(rows, ({ lineId }) => lineId);
  return new Map(
    [...grouped].map(([lineId, uses]) => [
      lineId,
      uses.map(({ orderNumber, amount }) => ({ orderNumber, amount })),
    ]),
  );
}

async function countByState(db: ReadDatabase): Promise<Record<BankLineState, number>> {
  const rows = await db
    .selectFrom("bank_line")
    .select(["state", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  const of = (state: BankLineState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { open: of("open"), applied: of("applied"), ignored: of("ignored") };
}
