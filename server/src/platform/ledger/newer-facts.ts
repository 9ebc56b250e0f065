import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ReadDatabase } from "../db/database.ts";
import type { EventDefinition } from "./event-catalogue.ts";

/** How far back a new process looks: older events are found when they are read or replayed. */
const eventsAtStart = 10_000;

export type NewerFacts = ReturnType<typeof createNewerFacts>;

/**
 * Looks through the events of other processes for one that only a newer release can read. During a roll-out the old release
 * runs beside the new one. From the first such event on it must neither decide nor fold, so it takes no commands.
 */
export function createNewerFacts(
  definitions: readonly Pick<EventDefinition, "type" | "version">[],
) {
  const versions = new Map(definitions.map(({ type, version }) => [type, version]));
  let checkedThrough: number | null = null;
  let found: string | null = null;

  /** Checks without a query. @throws DomainError ledger.newer-release where one was found before */
  function requireNoneFound(): void {
    if (found !== null) throw newerRelease(found);
  }

  /**
   * Checks the types and versions up to a position, from where the last check ended.
   *
   * @throws DomainError ledger.newer-release, on every call after the first such event
   */
  async function requireNone(db: Pick<ReadDatabase, "selectFrom">, through: number): Promise<void> {
    requireNoneFound();
    const after = checkedThrough ?? Math.max(0, through - eventsAtStart);
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
    checkedThrough = Math.max(through, checkedThrough ?? 0);
  }

  return {
    requireNoneFound,
    requireNone,
    /** Events of this process need no check, where they follow on what was checked. */
    hasAppended(through: number): void {
      if (checkedThrough !== null) checkedThrough = Math.max(through, checkedThrough);
    },
  };
}

export function newerRelease(unreadable: string): DomainError {
  const refusal = new DomainError("ledger.newer-release");
  refusal.cause = new Error(unreadable);
  return refusal;
}
