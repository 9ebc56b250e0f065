import { readOnly } from "../db/database.ts";
import { projectionStatus, type ProjectionStatus } from "../features/books/projection-status.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { textTable } from "./text-table.ts";

export const statusCommand: FinanceCommand = {
  name: "status",
  summary: "The head of the ledger, how far the tables are, and what is sealed",
  options: [],
  prepare: () => status,
};

async function status({ db }: Session): Promise<CommandResult> {
  const head = await db
    .selectFrom("ledger_head")
    .select(["position", "recorded_at"])
    .executeTakeFirstOrThrow();
  const { seals, last } = await db
    .selectFrom("ledger_seals")
    .select(({ fn }) => [fn.countAll<number>().as("seals"), fn.max("through_position").as("last")])
    .executeTakeFirstOrThrow();
  const newest = await db
    .selectFrom("ledger_seals")
    .select("sealed_at")
    .orderBy("through_position", "desc")
    .executeTakeFirst();
  const projections = await projectionStatus(readOnly(db));

  const document = {
    // An empty ledger has recorded nothing yet.
    head: { position: head.position, recordedAt: head.position === 0 ? null : head.recorded_at },
    projections,
    seals: {
      count: seals,
      throughPosition: last ?? 0,
      sealedAt: newest?.sealed_at ?? null,
      unsealed: head.position - (last ?? 0),
    },
  };
  const isStopped = projections.some(({ failure }) => failure !== null);
  return { exitCode: isStopped ? 1 : 0, document, text: statusText(document) };
}

type StatusDocument = Readonly<{
  head: { position: number; recordedAt: string | null };
  projections: readonly ProjectionStatus[];
  seals: { count: number; throughPosition: number; sealedAt: string | null; unsealed: number };
}>;

function statusText({ head, projections, seals }: StatusDocument): string {
  const since = head.recordedAt === null ? "" : `, recorded at ${head.recordedAt}`;
  const sealed =
    seals.count === 0
      ? "nothing is sealed yet"
      : `${seals.count}, through position ${seals.throughPosition}, at ${seals.sealedAt}; ${seals.unsealed} events since`;
  const table = textTable(
    [
      { title: "projection", text: ({ name }) => name },
      { title: "position", align: "right", text: ({ position }) => String(position) },
      { title: "lag", align: "right", text: ({ lag }) => String(lag) },
      { title: "state", text: stateOf },
    ],
    projections,
  );
  return `Ledger: position ${head.position}${since}\nSeals: ${sealed}\n${table}`;
}

function stateOf({ failure }: ProjectionStatus): string {
  return failure === null ? "fine" : `stopped at ${failure.position}: ${failure.message}`;
}
