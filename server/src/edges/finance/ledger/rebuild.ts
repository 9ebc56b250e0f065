import { wantChecks } from "../../../platform/ledger-checks/ledger-check.store.ts";
import {
  type ProjectionName,
  projectionNames,
} from "../../../platform/read-model/projection-tables.ts";
import type {
  DifferenceReport,
  MemberDifference,
} from "../../../projections/compare/difference.ts";
import {
  rebuildProjections,
  type RebuildResult,
  SwapBlocked,
} from "../../../projections/rebuild/rebuild.ts";
import { ReplayStopped } from "../../../projections/rebuild/replay-events.ts";
import { RebuildUnderWay, type ReplayOptions } from "../../../projections/rebuild/replay.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { textTable } from "../cli/text-table.ts";

type RebuildOptions = Readonly<{
  projection: ProjectionName | undefined;
  accept: string | undefined;
}>;

export const rebuildCommand: FinanceCommand = {
  name: "rebuild",
  summary: "Rebuild figures from the ledger, show differences, then switch over",
  options: [
    { flags: "--projection <name>", description: `one of ${projectionNames.join(", ")} alone` },
    {
      flags: "--accept <hash>",
      description: "apply a rebuild with exactly this reported difference",
    },
  ],
  prepare({ options }) {
    const projection = projectionOf(options["projection"]);
    const accept = hashOf(options["accept"]);
    return (session) => orReplayFailure(() => rebuild(session, { projection, accept }));
  },
};

async function rebuild(session: Session, options: RebuildOptions): Promise<CommandResult> {
  const { pool, progress } = session;
  const bar = progress("Replaying", "events");
  try {
    const result = await rebuildProjections(pool, {
      projection: options.projection,
      accepts: ({ hash }) => hash === options.accept,
      ...patienceOf(session),
      onProgress: ({ position, head }) => bar.advance(position, head),
    });
    bar.finish();
    // Payouts stay stopped until a check finds that the tables match again.
    if (result.isSwapped) await wantChecks(session.db, new Date().toISOString());
    const { report, isSwapped } = result;
    return {
      exitCode: isSwapped ? 0 : 1,
      document: { swapped: isSwapped, ...report },
      text: `${differenceText(report)}\n${outcome(result, options)}`,
    };
  } finally {
    bar.finish();
  }
}

function outcome({ report, isSwapped }: RebuildResult, { accept }: RebuildOptions): string {
  if (isSwapped) return "The rebuilt figures are now in use.";
  if (accept !== undefined)
    return `Nothing was changed: ${accept} is not the hash of this difference.`;
  return `Nothing was changed. To apply it: finance rebuild --accept ${report.hash}`;
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

/** Reports an event that cannot be folded as damage (exit code 1), and a concurrent rebuild or blocked swap as WrongUse. */
export async function orReplayFailure(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RebuildUnderWay || error instanceof SwapBlocked)
      throw new WrongUse(error.message, { cause: error });
    if (!(error instanceof ReplayStopped)) throw error;
    const { position, message } = error;
    return { exitCode: 1, document: { stoppedAt: position, message }, text: message };
  }
}

/** Waits for the worker, which compares the projections every few minutes, and for other commands. */
export function patienceOf({
  note,
}: Pick<Session, "note">): Pick<ReplayOptions, "waitMs" | "onWait"> {
  return {
    waitMs: 15 * 60_000,
    onWait: () => note("Waiting for another rebuild or comparison to finish."),
  };
}

/** The difference report as text: all members, and a few keys per table. */
export function differenceText(report: DifferenceReport): string {
  const { isEqual, position, tables, members, hash } = report;
  if (isEqual) return `Figures match the ledger up to position ${position}.`;
  const differing = tables.filter((table) => table.differing > 0);
  return [
    `Figures differ from the ledger up to position ${position}:`,
    textTable(
      [
        { title: "table", text: ({ table }) => table },
        { title: "rows", align: "right", text: ({ live }) => String(live) },
        { title: "replayed", align: "right", text: ({ replayed }) => String(replayed) },
        { title: "differing", align: "right", text: (table) => String(table.differing) },
        { title: "first keys", text: ({ examples }) => examples.slice(0, 3).join(", ") },
      ],
      differing,
    ),
    ...(members.length === 0 ? [] : ["", memberText(members)]),
    "",
    `Hash of this difference: ${hash}`,
  ].join("\n");
}

function memberText(members: readonly MemberDifference[]): string {
  const rows = members.flatMap(({ memberId, tables, figures, firstEvent }) => {
    const since = firstEvent
      ? `${firstEvent.type} at ${firstEvent.position}`
      : "the rows themselves";
    const about = { member: String(memberId), since };
    if (figures.length === 0)
      return [{ ...about, figure: tables.join(", "), old: "", replayed: "", delta: "" }];
    return figures.map((figure, index) => ({
      member: index === 0 ? about.member : "",
      since: index === 0 ? about.since : "",
      figure: figure.name,
      old: String(figure.old),
      replayed: String(figure.new),
      delta: `${figure.delta > 0 ? "+" : ""}${figure.delta}`,
    }));
  });
  return textTable(
    [
      { title: "member", align: "right", text: ({ member }) => member },
      { title: "figure", text: ({ figure }) => figure },
      { title: "old", align: "right", text: ({ old }) => old },
      { title: "new", align: "right", text: ({ replayed }) => replayed },
      { title: "delta", align: "right", text: ({ delta }) => delta },
      { title: "first event that differs", text: ({ since }) => since },
    ],
    rows,
  );
}
