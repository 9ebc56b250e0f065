import { v7 } from "uuid";
import { z } from "zod";
import type { Fact } from "./decider.ts";

/**
 * An older version: its schema, and how its data become those of the next one. Text that moved to another table is found
 * there under the event id.
 */
type Upcast = Readonly<{
  from: z.core.$ZodType;
  lift: (olderData: never, eventId: string) => unknown;
}>;

/** One older version of an event; the type of its data follows from its schema. */
export function olderVersion<From extends z.core.$ZodType>(
  from: From,
  lift: (olderData: Readonly<z.infer<From>>, eventId: string) => unknown,
): Upcast {
  return { from, lift };
}

export type EventDefinition<
  Type extends string = string,
  Schema extends z.core.$ZodType = z.core.$ZodType,
> = Readonly<{ type: Type; version: number; schema: Schema; upcasts: readonly Upcast[] }>;

/** `upcasts[0]` lifts version 1 to 2, `upcasts[1]` lifts 2 to 3; the version is their count plus one. */
export function defineEvent<const Type extends string, Schema extends z.core.$ZodType>(
  type: Type,
  schema: Schema,
  ...upcasts: Upcast[]
): EventDefinition<Type, Schema> {
  return { type, schema, upcasts, version: upcasts.length + 1 };
}

export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Schema>
    ? Readonly<{ type: Type; data: Readonly<z.infer<Schema>> }>
    : never;

export type StoredFact = Readonly<{
  type: string;
  schemaVersion: number;
  eventId: string;
  data: unknown;
}>;

/** A stored or imported event that this release cannot read: a bug or a newer release, never skipped. */
export class UnreadableEvent extends Error {
  override readonly name = "UnreadableEvent";
}

/** The event types of some streams: the only way from JSON to typed events. */
export type Catalogue<Event extends Fact> = Readonly<{
  definitions: readonly EventDefinition[];
  versionOf: (type: Event["type"]) => number;
  /** Parses data with the schema of their own version. @throws UnreadableEvent */
  check: (incoming: StoredFact) => unknown;
  /** Parses outside data with the schema of their own version and, lifted, with the newest. @throws UnreadableEvent */
  accept: (incoming: StoredFact) => Event;
  /** Lifts a stored event, which was checked when it was written, to the newest version. @throws UnreadableEvent */
  read: (stored: StoredFact) => Event;
}>;

export function createCatalogue<const Definitions extends readonly EventDefinition[]>(
  ...definitions: Definitions
): Catalogue<EventOf<Definitions[number]>> {
  type Event = EventOf<Definitions[number]>;
  const byType = new Map<string, EventDefinition>(definitions.map((each) => [each.type, each]));

  function definitionOf(type: string): EventDefinition {
    const definition = byType.get(type);
    if (!definition) throw new UnreadableEvent(`event type ${type} is not known`);
    return definition;
  }

  function versionsAfter({ type, schemaVersion }: StoredFact): readonly Upcast[] {
    const { upcasts, version } = definitionOf(type);
    if (schemaVersion < 1 || schemaVersion > version)
      throw new UnreadableEvent(
        `schema version ${schemaVersion} of ${type} is not known (newest here: ${version})`,
      );
    return upcasts.slice(schemaVersion - 1);
  }

  function lift(stored: StoredFact): unknown {
    return versionsAfter(stored).reduce(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each upcast takes the data of its own version
      (older, upcast) => upcast.lift(older as never, stored.eventId),
      stored.data,
    );
  }

  function check(incoming: StoredFact): unknown {
    const { type, data } = incoming;
    const own = versionsAfter(incoming)[0]?.from ?? definitionOf(type).schema;
    return parsed(type, own, data);
  }

  return {
    definitions,
    versionOf: (type) => definitionOf(type).version,
    check,
    accept(incoming) {
      const { type } = incoming;
      const lifted = lift({ ...incoming, data: check(incoming) });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema was just checked
      return { type, data: parsed(type, definitionOf(type).schema, lifted) } as Event;
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked when it was written, lifted by its upcasts
    read: (stored) => ({ type: stored.type, data: lift(stored) }) as Event,
  };
}

function parsed(type: string, schema: z.core.$ZodType, data: unknown): unknown {
  const checked = z.safeParse(schema, data);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  const field = issue?.path.join(".") || "data";
  throw new UnreadableEvent(`${type}: ${field}: ${issue?.message ?? "invalid"}`);
}

/** The actor and the request. Kept beside the data so that the data is about the business alone. */
export type EventMetadata = Readonly<{
  actorId?: number | null;
  impersonatedById?: number | null;
  correlationId?: string;
  source?: string;
  /** The decision of two admins that it carries out, and who confirmed it: null where it took effect by itself. */
  decisionId?: string;
  confirmedById?: number | null;
}>;

/** An event as stored: with its position, its stream version and both times. */
export type Recorded<Event extends Fact = Fact> = Event &
  Readonly<{
    position: number;
    eventId: string;
    streamId: string;
    streamVersion: number;
    schemaVersion: number;
    /** When it happened in the business (UTC, ISO 8601). */
    occurredAt: string;
    /** When it was appended (UTC, ISO 8601). */
    recordedAt: string;
    metadata: EventMetadata;
  }>;

/** Distributes `Recorded` over a union of events. */
export type RecordedOf<Event extends Fact> = Event extends Fact ? Recorded<Event> : never;

/** UUID version 7: it begins with the time, so new ids are neighbours in the index and inserts stay fast as it grows. */
export function newEventId(): string {
  return v7();
}
