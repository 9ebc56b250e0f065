import type pg from "pg";
import {
  type BookTable,
  columnOf,
  commissionEntryTable,
  saleEntryTable,
  walletTable,
} from "../../platform/read-model/projection-tables.ts";
import { differingRows } from "./compare-tables.ts";

/** What a replay would change for one member. */
export type MemberDifference = Readonly<{
  memberId: number;
  /** The tables in which rows of this member differ. */
  tables: readonly string[];
  figures: readonly FigureDifference[];
  /** The first event whose entries differ; null where entries agree and the rows themselves were altered. */
  firstEvent: Readonly<{ position: number; type: string }> | null;
}>;

export type FigureDifference = Readonly<{
  name: string;
  old: number;
  new: number;
  delta: number;
}>;

type Found = { tables: string[]; figures: readonly FigureDifference[] };

/** Every member that has a row in the unequal tables which differs, by member id. */
export async function compareMembers(
  client: pg.ClientBase,
  unequal: readonly BookTable[],
): Promise<MemberDifference[]> {
  const found = new Map<number, Found>();
  const of = (memberId: number): Found => {
    const known = found.get(memberId) ?? { tables: [], figures: [] };
    found.set(memberId, known);
    return known;
  };

  for (const table of unequal)
    for (const memberId of await ownersIn(client, table)) of(memberId).tables.push(table.name);
  if (unequal.some(({ name }) => name === walletTable.name))
    for (const { memberId, figures } of await walletFigures(client)) of(memberId).figures = figures;

  const firstEvents = found.size === 0 ? new Map() : await firstDifferingEvents(client);
  return [...found]
    .toSorted(([one], [other]) => one - other)
    .map(([memberId, { tables, figures }]) => ({
      memberId,
      tables,
      figures,
      firstEvent: firstEvents.get(memberId) ?? null,
    }));
}

async function ownersIn(client: pg.ClientBase, table: BookTable): Promise<number[]> {
  if (table.owner === undefined) return [];
  const owner = columnOf(table.owner);
  const { rows } = await client.query<{ owner: number }>(
    `select owner from (
       select (live_row).${owner} as owner from ${differingRows(table)} differing
       union
       select (replayed_row).${owner} from ${differingRows(table)} differing
     ) either_side where owner is not null`,
  );
  return rows.map((row) => row.owner);
}

type WalletPair = {
  memberId: number;
  live: Record<string, number> | null;
  replayed: Record<string, number> | null;
};

async function walletFigures(client: pg.ClientBase) {
  const { rows } = await client.query<WalletPair>(
    `select user_id as "memberId", to_jsonb(live_row) as live, to_jsonb(replayed_row) as replayed
     from ${differingRows(walletTable)} differing`,
  );
  return rows.map(({ memberId, live, replayed }) => ({
    memberId,
    figures: differingFigures(figuresOf(live), figuresOf(replayed)),
  }));
}

/** The columns of a wallet that are numbers, and what people look at first: what is unpaid and the balance. */
function figuresOf(wallet: Record<string, number> | null): Map<string, number> {
  const figures = new Map<string, number>();
  for (const [field, type] of Object.entries(walletTable.columns))
    if (type === "bigint") figures.set(field, wallet?.[columnOf(field)] ?? 0);
  const figure = (name: string): number => figures.get(name) ?? 0;
  figures.set("unpaid", figure("accrued") - figure("paid"));
  figures.set("balance", figure("unpaid") - figure("credit"));
  return figures;
}

function differingFigures(
  live: ReadonlyMap<string, number>,
  replayed: ReadonlyMap<string, number>,
): FigureDifference[] {
  return [...live]
    .map(([name, old]) => ({ name, old, new: replayed.get(name) ?? 0 }))
    .map((figure) => ({ ...figure, delta: figure.new - figure.old }))
    .filter(({ delta }) => delta !== 0);
}

type FirstEvent = { memberId: number; position: number; type: string | null };

async function firstDifferingEvents(client: pg.ClientBase) {
  const { rows } = await client.query<FirstEvent>(
    `select member_id as "memberId", first.position, event.type
     from (
       select member_id, min(position) as position from (
         select coalesce((live_row).beneficiary_id, (replayed_row).beneficiary_id) as member_id, position
         from ${differingRows(commissionEntryTable)} commission
         union all
         select coalesce((live_row).seller_id, (replayed_row).seller_id), position
         from ${differingRows(saleEntryTable)} sale
       ) entry group by member_id
     ) first left join public.ledger_events event on event.position = first.position`,
  );
  return new Map(
    rows.map(({ memberId, position, type }) => [
      memberId,
      { position, type: type ?? "no event of the ledger" },
    ]),
  );
}
