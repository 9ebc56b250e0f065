import type { ReadDatabase } from "../../platform/db/database.ts";
import type { ProjectionName } from "../../platform/read-model/projection-tables.ts";

export type ProjectionStatus = Readonly<{
  name: ProjectionName;
  position: number;
  /** How many events of the ledger it has not seen. */
  lag: number;
  /** The event that stopped it and why; null while it runs. */
  failure: Readonly<{ position: number; message: string }> | null;
}>;

/** Where each projection stands against the head of the ledger. */
export async function projectionStatus(db: ReadDatabase): Promise<ProjectionStatus[]> {
  const rows = await db
    .selectFrom("projection.checkpoint")
    .innerJoin("ledger_head", (join) => join.onTrue())
    .select([
      "projection.checkpoint.name",
      "projection.checkpoint.position",
      "projection.checkpoint.failed_position",
      "projection.checkpoint.failure",
      "ledger_head.position as head",
    ])
    .orderBy("projection.checkpoint.name")
    .execute();
  return rows.map(({ name, position, head, failed_position, failure }) => ({
    name,
    position,
    lag: head - position,
    failure:
      failed_position === null ? null : { position: failed_position, message: failure ?? "" },
  }));
}
