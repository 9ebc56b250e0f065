import {
  type AgeBand,
  ageBands,
  ageWords,
  type OwedPeople,
  type OwedSort,
  type UnpaidOrders,
} from "@portal/shared/money/owed.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { type SheetColumn, sheetOf, writeWorkbook } from "../../gateways/sheets/sheets.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { byName, type ListedPerson, peoplePageOf } from "../people-page.rules.ts";
import { getCalendar } from "../statements/closing.queries.ts";
import {
  type CreditHolder,
  listCreditHolders,
  listOwedMembers,
  listUnpaidOrders,
  type OwedMember,
  sumUnpaidOrders,
  type UnpaidOrder,
} from "./owed.queries.ts";

type Context = Pick<Caller, "readDb" | "shop" | "now">;

/** A page of the unpaid orders, and the sums of all of them by age. */
export async function getUnpaidOrders({ readDb, shop, now }: Context, question: UnpaidOrders) {
  const { age, sort, page, pageSize } = question;
  const at = await owedToday(readDb, { shop, now });
  const limit = sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;
  const [rows, sums] = await Promise.all([
    listUnpaidOrders(readDb, at, { age, sort, page: limit }),
    sumUnpaidOrders(readDb, at),
  ]);
  const counted: readonly AgeBand[] = age === undefined ? ageBands : [age];
  const total = sums.reduce(
    (all, { orders }) => counted.reduce((sum, each) => sum + orders[each], all),
    0,
  );
  return { rows, total, sums };
}

/** A page of the members with a balance, and the sums of all that were found. */
export async function getOwedMembers({ readDb, shop, now }: Context, question: OwedPeople) {
  const at = await owedToday(readDb, { shop, now });
  const { currency } = at;
  const members = await listOwedMembers(readDb, at);
  const { rows, total, found } = peoplePageOf(members, question, compare);
  const sumOf = (figure: AgeBand | "amount") =>
    found.reduce((sum, { [figure]: amount }) => sum + amount, 0);
  const sums = {
    amount: sumOf("amount"),
    to7: sumOf("to7"),
    to30: sumOf("to30"),
    to60: sumOf("to60"),
    over60: sumOf("over60"),
  };
  return { rows, total, sums, currency };
}

/** A page of the people with store credit, and the sum of all that were found. */
export async function getCreditHolders({ readDb, shop }: Context, question: OwedPeople) {
  const { currency } = await getCalendar(readDb, shop.region);
  const { rows, total, found } = peoplePageOf(await listCreditHolders(readDb), question, compare);
  return { rows, total, sum: found.reduce((sum, { amount }) => sum + amount, 0), currency };
}

type Owed = ListedPerson & Readonly<{ amount: number }>;
const compare: Readonly<Record<OwedSort, (one: Owed, other: Owed) => number>> = {
  amount: (one, other) => one.amount - other.amount,
  name: byName,
};

/** The day and the currency of the shop. */
export async function owedToday(db: ReadDatabase, { shop, now }: Pick<Context, "shop" | "now">) {
  const { timeZone, currency } = await getCalendar(db, shop.region);
  return { today: dayOf(now(), timeZone), timeZone, currency };
}

/** All three lists as the sheets of one workbook. */
export async function exportOwed(caller: Caller) {
  const { reportDb: db, shop, now } = caller;
  const at = await owedToday(db, { shop, now });
  const { today, timeZone, currency } = at;
  const byDay = { by: "placedAt", direction: "asc" } as const;
  const orders = await listUnpaidOrders(db, at, { age: undefined, sort: byDay, page: sql`` });
  const largest = <Row extends Owed>(people: readonly Row[]) =>
    people
      .toSorted((one, other) => other.amount - one.amount || one.userId - other.userId)
      .map((row) => ({ ...row, currency }));
  const content = await writeWorkbook([
    sheetOf("Unpaid orders", orderColumns(timeZone), orders),
    sheetOf("Commission owed", memberColumns, largest(await listOwedMembers(db, at))),
    sheetOf("Store credit", holderColumns, largest(await listCreditHolders(db))),
  ]);
  await insertAudit(caller.db, caller, {
    action: "owed.exported",
    target: null,
    details: { asOf: today },
  });
  return { fileName: `owed-${today}.xlsx`, content };
}

function orderColumns(timeZone: string): readonly SheetColumn<UnpaidOrder>[] {
  return [
    { kind: "id", header: "Order", width: 10, value: ({ orderNumber }) => orderNumber },
    { kind: "text", header: "Buyer", width: 28, value: (row) => row.buyerName ?? "Guest" },
    { kind: "day", header: "Placed", width: 14, value: (row) => dayOf(row.placedAt, timeZone) },
    { kind: "text", header: "Age", width: 14, value: ({ age }) => ageWords[age] },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    { kind: "money", header: "Outstanding", width: 16, value: (row) => row.outstanding },
  ];
}

const personColumns = [
  { kind: "id", header: "Number", width: 10, value: ({ userId }) => userId },
  { kind: "text", header: "Name", width: 28, value: ({ name }) => name ?? "Erased" },
  { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
] as const satisfies readonly SheetColumn<ListedPerson & { currency: Currency }>[];

const memberColumns: readonly SheetColumn<OwedMember & { currency: Currency }>[] = [
  ...personColumns,
  { kind: "money", header: "Balance", width: 16, value: ({ amount }) => amount },
  ...ageBands.map(
    (age) =>
      ({
        kind: "money",
        header: ageWords[age],
        width: 16,
        value: (row: OwedMember) => row[age],
      }) as const,
  ),
];

const holderColumns: readonly SheetColumn<CreditHolder & { currency: Currency }>[] = [
  ...personColumns,
  { kind: "money", header: "Store credit", width: 16, value: ({ amount }) => amount },
];
