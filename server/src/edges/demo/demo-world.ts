import { dayMs } from "@portal/shared/platform/calendar.ts";
import type { EventMetadata } from "../../platform/ledger/event-catalogue.ts";
import type { MemberRow } from "../../platform/read-model/projection-tables.ts";
import { streamOf } from "../../projections/fold/keys-of-event.ts";
import { applyToProjections } from "../../projections/fold/projections.fold.ts";
import {
  type LedgerEvent,
  ledgerCatalogue,
  type RecordedLedgerEvent,
} from "../../projections/ledger-catalogue.ts";
import { createMemoryProjections } from "../../projections/store/memory-projections.ts";
import {
  formatEnvelope,
  type PublishedEvent,
  publishedVersionOf,
} from "../finance/export/envelope.ts";
import type { DemoPerson } from "./demo-people.ts";
import type { Random } from "./random.ts";

/** The state that all parts of the generator share. */
export type DemoWorld = Readonly<{
  random: Random;
  agenda: ReturnType<typeof createAgenda>;
  history: ReturnType<typeof createHistoryWriter>;
  time: ReturnType<typeof createDemoTime>;
  people: readonly DemoPerson[];
  /** Each order with its first recipient, which identifies a guest's browser. */
  placed: { orderId: string; addressId: number }[];
  batches: DemoBatch[];
  addressesOf: (personId: number | null) => readonly [number, ...number[]];
}>;

/** The payouts that the office paid on one day, with one file for the bank. Its number is its place, from 1. */
export type DemoBatch = Readonly<{
  paidOn: string;
  items: { payoutId: string; userId: number; amount: number; reference: string }[];
}>;

/** A random active member, weighted. */
export function pickMember(
  { random, people, history }: DemoWorld,
  kinds: readonly MemberRow["kind"][],
): MemberRow | null {
  const there: MemberRow[] = [];
  for (const { id, member } of people) {
    const row = history.projections.members.get(id);
    if (!member || !row?.active || !kinds.includes(row.kind)) continue;
    for (let times = 0; times < member.weight; times++) there.push(row);
  }
  const [first, ...rest] = there;
  return first ? random.pick([first, ...rest]) : null;
}

const minuteMs = 60_000;

/**
 * The days of the history, counted from its start, in South African time (UTC+2, without daylight saving time).
 *
 * @param until the day after the history, as `YYYY-MM-DD`
 */
export function createDemoTime(until: string, days: number) {
  const lastMidnight = Date.parse(`${until}T00:00:00.000+02:00`);
  const start = lastMidnight - days * dayMs;
  return {
    days,
    /** The first instant after the history. */
    end: lastMidnight,
    on(day: number, clock: `${number}:${number}`): number {
      const [hours = 0, minutes = 0] = clock.split(":").map(Number);
      return start + day * dayMs + (hours * 60 + minutes) * minuteMs;
    },
    /** The calendar day of an instant. */
    dateOf: (at: number): string => new Date(at + 120 * minuteMs).toISOString().slice(0, 10),
  };
}

type Action = (at: number) => void;

/** The future actions of the generated history, run in chronological order. */
export function createAgenda() {
  /** Latest first, so that the next one is at the end. */
  const actions: Readonly<{ at: number; act: Action }>[] = [];
  return {
    /** Actions of the same time run in the order in which they were added. */
    add(at: number, act: Action): void {
      const index = actions.findIndex((other) => other.at <= at);
      actions.splice(index === -1 ? actions.length : index, 0, { at, act });
    },
    /** Runs all actions before `end`, including those that other actions add. */
    runUntil(end: number): void {
      for (let next = actions.pop(); next && next.at < end; next = actions.pop()) next.act(next.at);
    },
  };
}

/**
 * Writes the history as lines of an import file, and folds it at the same time, so that later events (a payout of what is
 * unpaid, a refund of what was paid) have the right amounts.
 */
export function createHistoryWriter(random: Random) {
  const projections = createMemoryProjections();
  const lines: string[] = [];
  const versions = new Map<string, number>();
  const metadata: EventMetadata = { source: "demo" };
  let cardMoney = 0;

  return {
    projections,
    lines,
    /** What came in by card, without the fees, less what went back to cards. */
    cardMoney: () => cardMoney,
    /** With a given id an event takes no random id, so that the random values after it do not change. */
    record(at: number, { type, data }: PublishedEvent, eventId = random.uuid()): void {
      const schemaVersion = publishedVersionOf(type);
      const event = ledgerCatalogue.accept({ type, schemaVersion, eventId, data });
      const streamId = streamOf(event);
      const streamVersion = (versions.get(streamId) ?? 0) + 1;
      versions.set(streamId, streamVersion);
      const occurredAt = new Date(at).toISOString();
      const envelope = { eventId, streamId, streamVersion, occurredAt, metadata };
      lines.push(formatEnvelope({ ...envelope, type, schemaVersion, data }));
      const recorded: RecordedLedgerEvent = {
        ...event,
        ...envelope,
        position: lines.length,
        recordedAt: occurredAt,
        schemaVersion: ledgerCatalogue.versionOf(event.type),
      };
      applyToProjections(projections, recorded);
      cardMoney += cardMoneyOf(event);
    },
  };
}

function cardMoneyOf({ type, data }: LedgerEvent): number {
  if (type === "PaymentReceived" && data.method === "card") return data.amount - data.fee;
  if (type === "PaymentRefunded" && data.method === "card") return 0 - data.amount;
  return 0;
}
