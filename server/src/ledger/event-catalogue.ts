import type { z } from "zod";
import type { Fact } from "./decider.ts";

/** Lifts the data of one version to the next; the types of old data are known to the upcast alone. */
type Upcast = (olderData: never) => unknown;

/** One event type: its current shape, and how each older shape becomes the next one. */
export type EventDefinition<
  Type extends string = string,
  Schema extends z.ZodType = z.ZodType,
> = Readonly<{ type: Type; version: number; schema: Schema; upcasts: readonly Upcast[] }>;

/** `upcasts[0]` lifts version 1 to 2, `upcasts[1]` lifts 2 to 3; the version is their count plus one. */
export function defineEvent<const Type extends string, Schema extends z.ZodType>(
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

export type StoredFact = Readonly<{ type: string; schemaVersion: number; data: unknown }>;

/** A stored or imported fact that this release cannot read: a bug or a newer release, never skipped. */
export class UnreadableEvent extends Error {
  override readonly name = "UnreadableEvent";
}

/** The event types of some streams: the only door between JSON and typed events. */
export type Catalogue<Event extends Fact> = Readonly<{
  definitions: readonly EventDefinition[];
  versionOf: (type: Event["type"]) => number;
  /** Checks data that comes from outside against the schema of its version's newest shape. Throws UnreadableEvent. */
  accept: (incoming: StoredFact) => Event;
  /** Lifts a stored event to the newest shape. It was checked when it was written. Throws UnreadableEvent. */
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

  function lift({ type, schemaVersion, data }: StoredFact): unknown {
    const { upcasts, version } = definitionOf(type);
    if (schemaVersion < 1 || schemaVersion > version)
      throw new UnreadableEvent(
        `schema version ${schemaVersion} of ${type} is not known (newest here: ${version})`,
      );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each upcast knows the shape of its own version
    return upcasts.slice(schemaVersion - 1).reduce((older, upcast) => upcast(older as never), data);
  }

  return {
    definitions,
    versionOf: (type) => definitionOf(type).version,
    accept(incoming) {
      const checked = definitionOf(incoming.type).schema.safeParse(lift(incoming));
      if (!checked.success) {
        const issue = checked.error.issues[0];
        const field = issue?.path.join(".") || "data";
        throw new UnreadableEvent(`${incoming.type}: ${field}: ${issue?.message ?? "invalid"}`);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema was just checked
      return { type: incoming.type, data: checked.data } as Event;
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked when it was written, lifted by its upcasts
    read: (stored) => ({ type: stored.type, data: lift(stored) }) as Event,
  };
}
