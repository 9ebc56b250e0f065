import { isDeepStrictEqual } from "node:util";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { closingDecider } from "../../../money/statements/closing.decider.ts";
import { closingEvents } from "../../../money/statements/closing.events.ts";
import { walletDecider } from "../../../money/wallets/wallet.decider.ts";
import { walletEvents } from "../../../money/wallets/wallet.events.ts";
import { commissionPlanDecider } from "../../../network/commissions/commission-plan.decider.ts";
import { commissionPlanEvents } from "../../../network/commissions/commission-plan.events.ts";
import { networkDecider } from "../../../network/members/network.decider.ts";
import { networkEvents } from "../../../network/members/network.events.ts";
import { newestOrderNumber } from "../../../sales/orders/order.queries.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { findFreeTexts } from "../../../platform/free-text/free-text.store.ts";
import type { Decider, Fact } from "../../../platform/ledger/decider.ts";
import {
  type Catalogue,
  type StoredFact,
  UnreadableEvent,
} from "../../../platform/ledger/event-catalogue.ts";
import type { CommissionEntryRow } from "../../../platform/read-model/projection-tables.ts";
import type { AccruedAfter } from "../../../projections/compare/check-against-projections.ts";
import {
  ledgerCatalogue,
  type LedgerEvent,
  type RecordedLedgerEvent,
} from "../../../projections/ledger-catalogue.ts";
import { bankEntryDecider } from "../../../sales/bank-entries/bank-entry.decider.ts";
import { bankEntryEvents } from "../../../sales/bank-entries/bank-entry.events.ts";
import { orderDecider } from "../../../sales/orders/order.decider.ts";
import { orderEvents } from "../../../sales/orders/order.events.ts";
import type { IncomingEvent } from "../export/envelope.ts";

type Stream = { version: number; state: unknown };
type Rules = Readonly<{
  initialState: unknown;
  evolve: (state: unknown, fact: StoredFact) => unknown;
}>;

/** Most streams are of orders, which rarely change after some weeks. Beyond this number all are dropped, and read again if needed. */
const streamsMax = 50_000;

/** The version and state of each stream that an import continues. */
export function createImportedStreams(tx: Tx) {
  const streams = new Map<string, Stream>();

  function streamOf(streamId: string): Stream {
    const stream = streams.get(streamId);
    if (!stream) throw new Error(`stream ${streamId} was not loaded`);
    return stream;
  }

  function evolve(streamId: string, fact: StoredFact): void {
    const rules = rulesByType.get(fact.type);
    if (!rules) throw new Error(`no decider knows ${fact.type}`);
    const stream = streamOf(streamId);
    const state = stream.version === 0 ? rules.initialState : stream.state;
    stream.state = rules.evolve(state, fact);
    stream.version += 1;
  }

  return {
    /** Has to be called before the other functions, for the streams of a page. */
    async load(streamIds: readonly string[]): Promise<void> {
      if (streams.size > streamsMax) streams.clear();
      const missing = [...new Set(streamIds)].filter((id) => !streams.has(id));
      for (const id of missing) streams.set(id, { version: 0, state: undefined });
      for (const { streamId, ...fact } of await readStreams(tx, missing)) evolve(streamId, fact);
    },
    versionOf: (streamId: string): number => streamOf(streamId).version,
    /** @throws DomainError for a fact that cannot follow the stream's state */
    evolve,
  };
}

/** How the decider of each event type follows a stream. */
export const rulesByType: ReadonlyMap<string, Rules> = new Map([
  ...rulesOf(networkDecider, networkEvents),
  ...rulesOf(orderDecider, orderEvents),
  ...rulesOf(walletDecider, walletEvents),
  ...rulesOf(commissionPlanDecider, commissionPlanEvents),
  ...rulesOf(closingDecider, closingEvents),
  ...rulesOf(bankEntryDecider, bankEntryEvents),
]);

function rulesOf<State, Event extends Fact>(
  decider: Pick<Decider<State, never, Event>, "initialState" | "evolve">,
  catalogue: Catalogue<Event>,
): [type: string, rules: Rules][] {
  const rules: Rules = {
    initialState: decider.initialState,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all events of a stream belong to one decider, which returned the state
    evolve: (state, fact) => decider.evolve(state as State, catalogue.read(fact)),
  };
  return catalogue.definitions.map(({ type }) => [type, rules]);
}

/** The facts of each stream in order. For new streams only their heads are queried. */
async function readStreams(
  tx: Tx,
  streamIds: readonly string[],
): Promise<readonly (StoredFact & { streamId: string })[]> {
  if (streamIds.length === 0) return [];
  const heads = await tx
    .selectFrom("ledger_streams")
    .select("stream_id")
    .where((where) => where("stream_id", "=", where.fn.any(where.val(streamIds))))
    .execute();
  if (heads.length === 0) return [];
  const known = heads.map((head) => head.stream_id);
  return tx
    .selectFrom("ledger_events")
    .select([
      "stream_id as streamId",
      "type",
      "schema_version as schemaVersion",
      "event_id as eventId",
      "data",
    ])
    .where((where) => where("stream_id", "=", where.fn.any(where.val(known))))
    .orderBy("stream_id")
    .orderBy("stream_version")
    .execute();
}

/** An event that the ledger already has, as far as a line can differ from it. */
type KnownEvent = Readonly<{
  eventId: string;
  streamId: string;
  streamVersion: number | undefined;
  occurredAt: string;
  event: IncomingEvent["event"];
  /** Null also if it was erased. */
  text: string | null;
  where: string;
}>;

export type KnownEvents = ReadonlyMap<string, KnownEvent>;

export async function findKnownEvents(tx: Tx, eventIds: readonly string[]): Promise<KnownEvents> {
  const rows = await tx
    .selectFrom("ledger_events")
    .select([
      "position",
      "event_id as eventId",
      "stream_id as streamId",
      "stream_version as streamVersion",
      "occurred_at as occurredAt",
      "type",
      "schema_version as schemaVersion",
      "data",
    ])
    .where((where) => where("event_id", "=", where.fn.any(where.val(eventIds))))
    .execute();
  const texts = await findFreeTexts(
    tx,
    rows.map(({ eventId }) => eventId),
  );
  return new Map(
    rows.map(({ position, type, schemaVersion, data, ...row }) => [
      row.eventId,
      // Lifted, so that events of older schema versions can be compared.
      {
        ...row,
        event: ledgerCatalogue.read({ type, schemaVersion, eventId: row.eventId, data }),
        text: texts.get(row.eventId) ?? null,
        where: `at position ${position}`,
      },
    ]),
  );
}

/**
 * A repeated import skips known events, but the same id with other content is refused.
 *
 * @throws UnreadableEvent
 */
export function requireSame(incoming: IncomingEvent, known: KnownEvent): void {
  const field = differingField(incoming, known);
  if (field !== null)
    throw new UnreadableEvent(
      `event ${incoming.eventId} is ${known.where} already, with another ${field}`,
    );
}

function differingField(incoming: IncomingEvent, known: KnownEvent): string | null {
  if (incoming.event.type !== known.event.type) return "type";
  if (incoming.streamId !== known.streamId) return "stream";
  if (!isDeepStrictEqual(incoming.event.data, known.event.data)) return "data";
  if (known.text !== null && incoming.text !== known.text) return "data";
  if (incoming.occurredAt !== known.occurredAt) return "time";
  const isSameVersion =
    incoming.streamVersion === undefined ||
    known.streamVersion === undefined ||
    incoming.streamVersion === known.streamVersion;
  return isSameVersion ? null : "stream version";
}

/** Order numbers are unique over all orders, which the rules of a stream cannot check. */
export function createOrderNumbers(tx: Tx) {
  const taken = new Set<number>();
  let newestBefore: number | undefined;

  return {
    async load(events: readonly LedgerEvent[]): Promise<void> {
      newestBefore ??= await newestOrderNumber(tx);
      const candidates: number[] = [];
      for (const event of events)
        if (event.type === "OrderPlaced" && event.data.orderNumber <= newestBefore)
          candidates.push(event.data.orderNumber);
      if (candidates.length === 0) return;
      const rows = await tx
        .selectFrom("projection.order_state")
        .select("order_number")
        .where((where) => where("order_number", "=", where.fn.any(where.val(candidates))))
        .execute();
      for (const row of rows) taken.add(row.order_number);
    },
    /** @throws DomainError order.number-taken */
    claim(event: LedgerEvent): void {
      if (event.type !== "OrderPlaced") return;
      const { orderNumber } = event.data;
      if (taken.has(orderNumber)) throw new DomainError("order.number-taken", String(orderNumber));
      taken.add(orderNumber);
    },
    /** Sets the sequence to the highest imported number. */
    async advanceSequence(): Promise<void> {
      await sql`
        select setval('public.order_number_seq', newest) from (
          select max(order_number) as newest from projection.order_state
        ) orders where newest > (select last_value from public.order_number_seq)`.execute(tx);
    },
  };
}

type Entry = Pick<CommissionEntryRow, "position" | "beneficiaryId" | "amount">;

/**
 * A payout request may name an earlier position as its cut-off; then the commission that accrued since has to be summed. The
 * entries of this page and the one before may not be in the table yet, so they are kept here, and only older ones are
 * queried.
 */
export function createPayoutCutoffs(tx: Tx) {
  let older = new Map<string, number>();
  let thisPage: Entry[] = [];
  let pageBefore: Entry[] = [];
  let pageStart = 0;

  const accruedAfter: AccruedAfter = (userId, position) => {
    let sum = older.get(keyOf(userId, position)) ?? 0;
    for (const entries of [pageBefore, thisPage])
      for (const entry of entries)
        if (entry.beneficiaryId === userId && entry.position > position) sum += entry.amount;
    return sum;
  };

  return {
    accruedAfter,
    /** Has to be called before a page of events is folded. */
    async load(events: readonly RecordedLedgerEvent[]): Promise<void> {
      pageBefore = thisPage;
      thisPage = [];
      const tableEnd = pageStart;
      pageStart = events[0]?.position ?? pageStart;
      older = await accruedInTable(tx, events, tableEnd === 0 ? pageStart : tableEnd);
    },
    /** Has to be called with the entries of each event. */
    remember: (entries: readonly Entry[]) => void thisPage.push(...entries),
  };
}

/** The commission that each request's member accrued after its cut-off and before position `end`. */
async function accruedInTable(
  tx: Tx,
  events: readonly RecordedLedgerEvent[],
  end: number,
): Promise<Map<string, number>> {
  const cutoffs = events.flatMap(({ type, data }) =>
    type === "PayoutRequested" && data.throughPosition !== undefined
      ? [{ userId: data.userId, position: data.throughPosition }]
      : [],
  );
  if (cutoffs.length === 0) return new Map();
  const userIds = cutoffs.map(({ userId }) => userId);
  const positions = cutoffs.map(({ position }) => position);
  const { rows } = await sql<{ userId: number; position: number; accrued: number }>`
    select distinct cutoff.user_id as "userId", cutoff.position, (
      select coalesce(sum(amount), 0)::bigint from projection.commission_entry entry
      where entry.beneficiary_id = cutoff.user_id
        and entry.position > cutoff.position and entry.position < ${end}
    ) as accrued
    from unnest(${userIds}::integer[], ${positions}::bigint[]) cutoff (user_id, position)`.execute(
    tx,
  );
  return new Map(rows.map(({ userId, position, accrued }) => [keyOf(userId, position), accrued]));
}

function keyOf(userId: number, position: number): string {
  return `${userId} ${position}`;
}
