import {
  type ProjectionName,
  projectionNames,
} from "../../platform/read-model/projection-tables.ts";
import { rebuildBooks, type RebuildResult } from "../../projections/rebuild/rebuild.ts";
import { wantChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import type { CommandResult } from "./command-result.ts";
import { differenceText } from "./difference-text.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { orReplayFailure, patienceOf } from "./replay-failure.ts";
import { WrongUse } from "./wrong-use.ts";

type Wanted = Readonly<{ projection: ProjectionName | undefined; accept: string | undefined }>;

export const rebuildCommand: FinanceCommand = {
  name: "rebuild",
  summary: "Replay the ledger into new tables, show what differs, and put them in place",
  options: [
    { flags: "--projection <name>", description: `one of ${projectionNames.join(", ")} alone` },
    {
      flags: "--accept <hash>",
      description: "put them in place although they differ in exactly this",
    },
  ],
  prepare({ options }) {
    const { projection, accept } = options;
    const wanted = { projection: projectionOf(projection), accept: hashOf(accept) };
    return (session) => orReplayFailure(() => rebuild(session, wanted));
  },
};

async function rebuild(session: Session, wanted: Wanted): Promise<CommandResult> {
  const { pool, progress } = session;
  const bar = progress("Replaying", "events");
  try {
    const result = await rebuildBooks(pool, {
      ...wanted,
      ...patienceOf(session),
      onProgress: ({ position, head }) => bar.advance(position, head),
    });
    bar.finish();
    // Payouts wait for the watch to find that the tables agree again.
    if (result.isSwapped) await wantChecks(session.db, new Date().toISOString());
    const { report, isSwapped } = result;
    return {
      exitCode: isSwapped ? 0 : 1,
      document: { swapped: isSwapped, ...report },
      text: `${differenceText(report)}\n${outcome(result, wanted)}`,
    };
  } finally {
    bar.finish();
  }
}

function outcome({ report, isSwapped }: RebuildResult, { accept }: Wanted): string {
  if (isSwapped) return "The rebuilt tables are in place.";
  if (accept !== undefined) return `Nothing was changed: ${accept} is another difference.`;
  return `Nothing was changed. If this is wanted: finance rebuild --accept ${report.hash}`;
}

function projectionOf(name: string | undefined): ProjectionName | undefined {
  if (name === undefined) return undefined;
  const known = projectionNames.find((each) => each === name);
  if (!known)
    throw new WrongUse(`There is no projection ${name}; there are ${projectionNames.join(", ")}.`);
  return known;
}

function hashOf(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[0-9a-f]{64}$/.test(text))
    throw new WrongUse(`--accept ${text} is not the hash of a difference report.`);
  return text;
}
