import { readHead } from "./head.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ReadDatabase } from "../db/database.ts";
import type { EventDefinition } from "./event-catalogue.ts";

/** At the start of a process: what was written before is found by whoever reads or replays it. */
const eventsAtStart = 10_000;

/** Looks at what other processes append, for a fact that only a newer release can read. */
export type NewerFacts = Readonly<{
  /**
   * Looks at the kinds of events up to a position, those that were not looked at before.
   *
   * @throws DomainError ledger.newer-release, from the first such fact on for good
   */
  requireNone: (db: Pick<ReadDatabase, "selectFrom">, through: number) => Promise<void>;
  /** The same, up to the head of the ledger. */
  requireNoneAtAll: (db: ReadDatabase) => Promise<void>;
  /** Whether one was found already. @throws DomainError ledger.newer-release */
  requireNoneFound: () => void;
  /** What this process has appended itself right after what it had looked at. */
  hasAppended: (through: number) => void;
}>;

/**
 * During a roll-out the old release runs beside the new one. It cannot read what the new one writes, so
 * it must neither decide nor fold after such a fact: from there on it takes no commands.
 */
export function createNewerFacts(
  definitions: readonly Pick<EventDefinition, "type" | "version">[],
): NewerFacts {
  const versions = new Map(definitions.map(({ type, version }) => [type, version]));
  let lookedThrough: number | null = null;
  let found: string | null = null;

  function requireNoneFound(): void {
    if (found !== null) throw newerRelease(found);
  }

  async function requireNone(db: Pick<ReadDatabase, "selectFrom">, through: number): Promise<void> {
    requireNoneFound();
    const after = lookedThrough ?? Math.max(0, through - eventsAtStart);
    if (through > after) {
      const kinds = await db
        .selectFrom("ledger_events")
        .select(["type", "schema_version as version"])
        .select(({ fn }) => fn.min("position").as("position"))
        .where("position", ">", after)
        .where("position", "<=", through)
        .groupBy(["type", "schema_version"])
        .orderBy("position")
        .execute();
      const newer = kinds.find(({ type, version }) => version > (versions.get(type) ?? 0));
      if (newer) found = `${newer.type}, version ${newer.version}, at position ${newer.position}`;
    }
    requireNoneFound();
    lookedThrough = Math.max(through, lookedThrough ?? 0);
  }

  return {
    requireNoneFound,
    requireNone,
    async requireNoneAtAll(db) {
      const head = await readHead(db);
      await requireNone(db, head);
    },
    hasAppended(through) {
      if (lookedThrough !== null) lookedThrough = Math.max(through, lookedThrough);
    },
  };
}

/** @param what the fact that this release cannot read */
export function newerRelease(what: string): DomainError {
  const refusal = new DomainError("ledger.newer-release");
  refusal.cause = new Error(what);
  return refusal;
}
