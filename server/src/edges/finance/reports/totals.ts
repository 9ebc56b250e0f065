import { readOnly } from "../../../platform/db/database.ts";
import { withConnection } from "../../../platform/db/connect.ts";
import { readHead } from "../../../platform/ledger/read-events.ts";
import type { ClockLimits } from "../../../projections/ledger-catalogue.ts";
import {
  type MemberTotals,
  memberTotals,
  readLiveFigures,
  totalsFromLedger,
} from "../../../projections/rebuild/member-totals.ts";
import { inTransaction } from "../../../projections/rebuild/replay.ts";
import { projectionStatus } from "../../../projections/store/projection-store.ts";
import { clockLimitsOf, noteLimits, clockOptions, wholeNumberOf } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";
import { replayThrough } from "../cli/replay.ts";
import { type Column, moneyColumn, textTable } from "../cli/text-table.ts";

export const totalsCommand: FinanceCommand = {
  name: "totals",
  summary: "Sales, commission, payouts and balances by member",
  options: [...clockOptions, { flags: "--member <id>", description: "only this member" }],
  prepare({ options }) {
    const { member } = options;
    const memberId = member === undefined ? null : wholeNumberOf("--member", member);
    // Validated before a database is opened; the region's time zone is known only after that.
    clockLimitsOf(options, "UTC");
    return (session) =>
      orReplayFailure(() =>
        totals(session, clockLimitsOf(options, session.region.timeZone), memberId),
      );
  },
};

async function totals(
  session: Session,
  limits: ClockLimits,
  memberId: number | null,
): Promise<CommandResult> {
  const isLive = limits.asOf === undefined && limits.knownAt === undefined;
  const all = isLive ? await liveTotals(session) : await replayedTotals(session, limits);
  const rows = memberId === null ? all : all.filter((row) => row.memberId === memberId);
  if (memberId !== null && rows.length === 0)
    throw new WrongUse(`There is no member ${memberId}${isLive ? "" : " at that time"}.`);
  if (isLive) await noteLag(session);
  noteLimits(session, "Totals", limits);
  return { exitCode: 0, document: rows, text: textTable(columnsFor(session), rows) };
}

/** From the tables that the screens read. */
function liveTotals({ pool, region }: Session): Promise<MemberTotals[]> {
  return withConnection(pool, (client) =>
    inTransaction(client, "repeatable read", async () =>
      memberTotals(await readLiveFigures(client), region),
    ),
  );
}

/** Warns that the figures are not current. */
async function noteLag({ db, note }: Session): Promise<void> {
  const lag = Math.max(...(await projectionStatus(readOnly(db))).map((each) => each.lag));
  if (lag > 0)
    note(
      `The figures are ${lag === 1 ? "1 event" : `${lag} events`} behind the ledger. Run finance status to see why.`,
    );
}

/** Through the same fold as the tables. */
async function replayedTotals(session: Session, limits: ClockLimits): Promise<MemberTotals[]> {
  const through = await readHead(session.db);
  const replayed = await replayThrough(session, through, (client, onPage) =>
    totalsFromLedger(client, { ...limits, through, onPage }),
  );
  return memberTotals(replayed, session.region);
}

function columnsFor({ region: { currency } }: Session): Column<MemberTotals>[] {
  const money = (title: string, amount: (row: MemberTotals) => number) =>
    moneyColumn(title, currency, amount);
  return [
    { title: "member", align: "right", text: ({ memberId }) => String(memberId) },
    { title: "kind", text: ({ kind, level, active }) => kindOf(kind, level, active) },
    { title: "parent", align: "right", text: ({ parentId }) => String(parentId ?? "") },
    { title: "units", align: "right", text: ({ units }) => String(units) },
    money("total sales", ({ totalSales }) => totalSales),
    money("commissionable", ({ commissionable }) => commissionable),
    money("accrued", ({ accrued }) => accrued),
    money("paid", ({ paid }) => paid),
    money("unpaid", ({ unpaid }) => unpaid),
    money("credit", ({ credit }) => credit),
    money("balance", ({ balance }) => balance),
  ];
}

function kindOf(kind: MemberTotals["kind"], level: number, active: boolean): string {
  return `${kind === "stockist" ? kind : `level ${level}`}${active ? "" : " (inactive)"}`;
}
