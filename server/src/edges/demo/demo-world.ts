import { dayMs } from "@portal/shared/platform/calendar.ts";
import type { EventMetadata } from "../../platform/ledger/event-catalogue.ts";
import type { MemberRow } from "../../platform/read-model/projection-tables.ts";
import { streamOf } from "../../projections/fold/keys-of-event.ts";
import { applyToProjections } from "../../projections/fold/projections.fold.ts";
import { ledgerCatalogue, type RecordedLedgerEvent } from "../../projections/ledger-catalogue.ts";
import {
  createMemoryProjections,
  type MemoryProjections,
} from "../../projections/store/memory-projections.ts";
import {
  formatEnvelope,
  type PublishedEvent,
  publishedVersionOf,
} from "../finance/export/envelope.ts";
import type { DemoPerson } from "./demo-people.ts";
import type { Random } from "./random.ts";

/** Everything that the parts of the generated year share. */
export type DemoWorld = Readonly<{
  random: Random;
  agenda: Agenda;
  history: HistoryWriter;
  time: DemoTime;
  people: readonly DemoPerson[];
  /** The first recipient of each order, which is whose browser it came from. */
  placed: { orderId: string; addressId: number }[];
  addressesOf: (personId: number | null) => readonly [number, ...number[]];
}>;

/** An active member of a kind who is there by now, the busy ones more often. */
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

/** The days of the demo's year, counted from its start, on South African clocks (UTC+2, no summer time). */
export type DemoTime = Readonly<{
  days: number;
  /** The first instant after the history. */
  end: number;
  on: (day: number, clock: `${number}:${number}`) => number;
  /** The calendar day of an instant. */
  dateOf: (at: number) => string;
}>;

/** `until` is the day of which nothing has happened yet, as `YYYY-MM-DD`. */
export function createDemoTime(until: string, days: number): DemoTime {
  const lastMidnight = Date.parse(`${until}T00:00:00.000+02:00`);
  const start = lastMidnight - days * dayMs;
  return {
    days,
    end: lastMidnight,
    on(day, clock) {
      const [hours = 0, minutes = 0] = clock.split(":").map(Number);
      return start + day * dayMs + (hours * 60 + minutes) * minuteMs;
    },
    dateOf: (at) => new Date(at + 120 * minuteMs).toISOString().slice(0, 10),
  };
}

/** What is going to happen in a generated history, run in the order of time. */
export type Agenda = Readonly<{
  /** Two happenings of the same time run in the order in which they were added. */
  add: (at: number, happen: (at: number) => void) => void;
  /** Runs everything before `end`, also what is added on the way; what is later never happens. */
  runUntil: (end: number) => void;
}>;

type Happening = Readonly<{ at: number; happen: (at: number) => void }>;

export function createAgenda(): Agenda {
  /** Latest first, so that the next one is taken off the end. */
  const waiting: Happening[] = [];

  function placeOf(at: number): number {
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((waiting[middle]?.at ?? at) > at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add: (at, happen) => void waiting.splice(placeOf(at), 0, { at, happen }),
    runUntil(end) {
      for (let next = waiting.pop(); next && next.at < end; next = waiting.pop())
        next.happen(next.at);
    },
  };
}

/**
 * Writes a made-up history as the lines of an import file, and keeps the projections beside it, so that
 * what comes later (a payout of what is unpaid, a refund of what was paid) fits to the cent.
 */
export type HistoryWriter = Readonly<{
  projections: MemoryProjections;
  /** With an id of its own an event leaves all that happens by chance after it as it was. */
  record: (at: number, event: PublishedEvent, eventId?: string) => void;
  lines: readonly string[];
}>;

export function createHistoryWriter(random: Random): HistoryWriter {
  const projections = createMemoryProjections();
  const lines: string[] = [];
  const versions = new Map<string, number>();
  const metadata: EventMetadata = { source: "demo" };

  return {
    projections,
    lines,
    record(at, { type, data }, eventId = random.uuid()) {
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
    },
  };
}
