import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { ReadDatabase } from "../platform/db/database.ts";
import type { Decider, Fact } from "../platform/ledger/decider.ts";
import {
  type Catalogue,
  createCatalogue,
  defineEvent,
  type EventOf,
  type Recorded,
} from "../platform/ledger/event-catalogue.ts";
import type { Command } from "../platform/ledger/ledger.ts";
import { storedEvents } from "../platform/ledger/read-events.ts";

// The ledger is independent of the business, so its tests use a domain of their own: lamps.
const definitions = [
  defineEvent("LampLit", z.object({ room: z.string() })),
  defineEvent("LampBroken", z.object({ reason: z.string() })),
] as const;

export const lampEvents = createCatalogue(...definitions);
export type LampEvent = EventOf<(typeof definitions)[number]>;

export type LampCommand = Readonly<{ type: "LightLamp"; room: string }>;
/** The rooms where the lamp was lit, in order. */
export type LampState = Readonly<{ rooms: readonly string[] }>;

export const lampDecider: Decider<LampState, LampCommand, LampEvent> = {
  initialState: { rooms: [] },
  decide: ({ room }) => [{ type: "LampLit", data: { room } }],
  evolve: (state, event) =>
    event.type === "LampLit" ? { rooms: [...state.rooms, event.data.room] } : state,
};

export function lampLit(room = "hall"): LampEvent {
  return { type: "LampLit", data: { room } };
}

/** A unique stream. */
export function someLamp(): string {
  return `lamp-${randomUUID()}`;
}

export function aCommand(changes: Partial<Command> = {}): Command {
  return {
    commandId: randomUUID(),
    request: { please: "light" },
    metadata: { actorId: 7, correlationId: "test", source: "test" },
    occurredAt: "2026-01-31T08:00:00.000Z",
    ...changes,
  };
}

/** A page of the ledger, lifted to the newest versions. */
export async function readEvents<Event extends Fact>(
  db: ReadDatabase,
  catalogue: Catalogue<Event>,
  { after, limit }: Readonly<{ after: number; limit: number }>,
): Promise<readonly Recorded<Event>[]> {
  const rows = await storedEvents(db).where("position", ">", after).limit(limit).execute();
  return rows.map((row) => ({ ...row, ...catalogue.read(row) }));
}
