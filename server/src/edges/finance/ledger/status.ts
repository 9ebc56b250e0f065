import { readOnly } from "../../../platform/db/database.ts";
import { listSeals } from "../../../platform/ledger/sealing.ts";
import {
  projectionStatus,
  type ProjectionStatus,
} from "../../../projections/store/projection-store.ts";
import type { CommandResult, FinanceCommand, Session } from "../cli/command.ts";
import { textTable } from "../cli/text-table.ts";

export const statusCommand: FinanceCommand = {
  name: "status",
  summary: "Show the newest position, how far the figures are, and what is sealed",
  options: [],
  prepare: () => status,
};

async function status({ db }: Session): Promise<CommandResult> {
  const head = await db
    .selectFrom("ledger_head")
    .select(["position", "recorded_at"])
    .executeTakeFirstOrThrow();
  const seals = await listSeals(readOnly(db));
  const newest = seals.at(-1) ?? null;
  const projections = await projectionStatus(readOnly(db));

  const document = {
    // The row exists before the first event.
    head: { position: head.position, recordedAt: head.position === 0 ? null : head.recorded_at },
    projections,
    // A copy of the newest seal that is kept elsewhere can later prove the ledger (verify --anchor).
    seals: {
      count: seals.length,
      throughPosition: newest?.throughPosition ?? 0,
      unsealed: head.position - (newest?.throughPosition ?? 0),
      newest,
    },
  };
  const { recordedAt } = document.head;
  const { count, throughPosition, unsealed } = document.seals;
  const since = recordedAt === null ? "" : `, recorded at ${recordedAt}`;
  const sealed = newest
    ? `${count}, through position ${throughPosition}, at ${newest.sealedAt}; ${unsealed} events since`
    : "no seals yet";
  const table = textTable(
    [
      { title: "projection", text: ({ name }) => name },
      { title: "position", align: "right", text: ({ position }) => String(position) },
      { title: "lag", align: "right", text: ({ lag }) => String(lag) },
      { title: "state", text: stateOf },
    ],
    projections,
  );
  const isStopped = projections.some(({ failure }) => failure !== null);
  return {
    exitCode: isStopped ? 1 : 0,
    document,
    text: `Ledger: position ${head.position}${since}\nSeals: ${sealed}\n${table}`,
  };
}

function stateOf({ failure }: ProjectionStatus): string {
  return failure === null ? "fine" : `stopped at ${failure.position}: ${failure.message}`;
}
