import type { Day, FirstAndLast } from "@portal/shared/platform/calendar.ts";
import type { PostedEntry } from "../../money/books/book-entry.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** What entries lead to and no event has: null for a person without a name, also an erased one, and for no transaction. */
export type EntryTexts = Readonly<{
  personOf: (entry: Pick<PostedEntry, "userId">) => string | null;
  bankTextOf: (entry: Pick<PostedEntry, "bankLineId">) => string | null;
  settlementOf: (entry: Pick<PostedEntry, "settlementLineId">) => SettlementText | null;
  /** Of a rounding of VAT; of one of an older release, until it is taken back. */
  periodOf: (entry: Pick<PostedEntry, "bankEntryId" | "period">) => FirstAndLast | null;
}>;

/** A transaction of the card provider: its day, and the provider's name of what it is. */
type SettlementText = Readonly<{ day: Day; type: string }>;

/** The names of the people of some entries, and the texts of their transactions of the bank. */
export async function loadEntryTexts(
  db: ReadDatabase,
  entries: readonly PostedEntry[],
): Promise<EntryTexts> {
  const lineIds = idsOf(entries, ({ bankLineId }) => bankLineId);
  const people = await loadNames(
    db,
    idsOf(entries, ({ userId }) => userId),
  );
  const lines = new Map([
    ...(
      await textsOf(
        db,
        "bank_line",
        lineIds.filter((id) => id > 0),
      )
    ).map(({ id, description }) => [id, description] as const),
    ...(
      await textsOf(
        db,
        "bank_debit",
        lineIds.filter((id) => id < 0).map((id) => -id),
      )
    ).map(({ id, description }) => [-id, description] as const),
  ]);
  const settlements = await loadSettlements(
    db,
    idsOf(entries, ({ settlementLineId }) => settlementLineId),
  );
  const periods = await loadRoundedPeriods(
    db,
    entries.flatMap(({ bankKind, bankEntryId, period }) =>
      bankKind === "vat-rounding" && period === null ? (bankEntryId ?? []) : [],
    ),
  );
  return {
    settlementOf: ({ settlementLineId }) => settlements.get(settlementLineId ?? 0) ?? null,
    periodOf: ({ bankEntryId, period }) => period ?? periods.get(bankEntryId ?? "") ?? null,
    personOf: ({ userId }) => (userId === null ? null : (people.get(userId) ?? null)),
    bankTextOf: ({ bankLineId }) => (bankLineId === null ? null : (lines.get(bankLineId) ?? null)),
  };
}

function idsOf(
  entries: readonly PostedEntry[],
  idOf: (entry: PostedEntry) => number | null,
): number[] {
  return [...new Set(entries.flatMap((entry) => idOf(entry) ?? []))];
}

/** The names of people, without those that have none or were erased. */
export async function loadNames(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("account")
    .select(["id", "first_name", "last_name"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.flatMap(({ id, first_name, last_name }) => {
      const name = `${first_name} ${last_name}`.trim();
      return name === "" ? [] : [[id, name] as const];
    }),
  );
}

async function textsOf(
  db: ReadDatabase,
  table: "bank_line" | "bank_debit",
  ids: readonly number[],
) {
  if (ids.length === 0) return [];
  return db.selectFrom(table).select(["id", "description"]).where("id", "in", ids).execute();
}

async function loadSettlements(db: ReadDatabase, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, SettlementText>();
  const rows = await db
    .selectFrom("settlement_line")
    .select(["id", "day", "type"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, ...text }) => [id, text]));
}

async function loadRoundedPeriods(db: ReadDatabase, entryIds: readonly string[]) {
  if (entryIds.length === 0) return new Map<string, FirstAndLast>();
  const rows = await db
    .selectFrom("vat_rounding")
    .select(["entry_id as entryId", "from_day as from", "to_day as to"])
    .where("entry_id", "in", entryIds)
    .execute();
  return new Map(rows.map(({ entryId, ...period }) => [entryId, period]));
}
