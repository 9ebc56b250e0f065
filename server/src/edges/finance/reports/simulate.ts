import { isWithin } from "@portal/shared/platform/calendar.ts";
import {
  type CommissionPlan,
  commissionPlanSchema,
  shareAboveCeiling,
} from "@portal/shared/network/commission-plan.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { findLargestStockistShare } from "../../../network/commissions/commission-plan.queries.ts";
import {
  planHash,
  type SimulatedCost,
  type SimulatedMember,
} from "../../../network/commissions/plan-simulation.store.ts";
import { readHead } from "../../../platform/ledger/read-events.ts";
import { simulatePlan } from "../../../projections/simulation/simulate-plan.ts";
import {
  clockLimitsOf,
  noteLimits,
  clockOptions,
  justBefore,
  periodOf,
  readJsonFile,
} from "../cli/arguments.ts";
import {
  type CommandInput,
  type CommandResult,
  type FinanceCommand,
  type Session,
  WrongUse,
} from "../cli/command.ts";
import { moneyColumn, textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

export const simulateCommand: FinanceCommand = {
  name: "simulate",
  summary: "Compare what members earned with another plan",
  options: [
    {
      flags: "--plan <file>",
      description: "the plan as JSON: own, upline, leader in basis points",
    },
    {
      flags: "--from <time>",
      description: "first day or time of the plan (a date starts at 00:00)",
    },
    {
      flags: "--to <time>",
      description: "last day or time of the plan (a date includes the whole day)",
    },
    ...clockOptions,
  ],
  async prepare({ options }) {
    const { plan: file } = options;
    if (file === undefined) throw new WrongUse("Name the plan: simulate --plan PLAN.json.");
    // Validated before a database is opened; the region's time zone is known only after that.
    periodOf(options, "UTC");
    clockLimitsOf(options, "UTC");
    const plan = await readJsonFile(file, commissionPlanSchema);
    return (session) => orReplayFailure(() => simulate(session, plan, options));
  },
};

async function simulate(
  session: Session,
  plan: CommissionPlan,
  options: CommandInput["options"],
): Promise<CommandResult> {
  const { currency, timeZone } = session.region;
  const period = periodOf(options, timeZone);
  const limits = clockLimitsOf(options, timeZone);
  const through = await readHead(session.db);
  const bar = session.progress("Replaying", "events");
  const { cost, sales, members } = await simulatePlan(session.pool, {
    plan,
    through,
    ...limits,
    isInPeriod: (occurredAt) => isWithin(occurredAt, period),
    advance: (position) => bar.advance(position, through),
  }).finally(bar.finish);
  noteLimits(session, "Plan test", limits);

  const above = shareAboveCeiling(plan, await findLargestStockistShare(session.db));
  if (above !== null)
    session.note(
      `This plan pays up to ${above / 100}% of the value of a sale. The commission limit is 20%, plus 2% for the leader bonus.`,
    );
  return {
    exitCode: 0,
    document: {
      plan,
      planHash: planHash(plan),
      from: period.from,
      through: period.until === null ? null : justBefore(period.until),
      sales,
      cost,
      members,
    },
    text: simulationText(members, cost, currency),
  };
}

function simulationText(
  members: readonly SimulatedMember[],
  cost: SimulatedCost,
  currency: Currency,
): string {
  const rows = [
    ...members
      .filter(({ actual, simulated }) => actual !== 0 || simulated !== 0)
      .map((member) => ({ ...member, name: String(member.memberId) })),
    { name: "all", ...cost },
  ];
  return textTable<SimulatedCost & Readonly<{ name: string }>>(
    [
      { title: "member", align: "right", text: ({ name }) => name },
      moneyColumn("earned", currency, ({ actual }) => actual),
      moneyColumn("would earn", currency, ({ simulated }) => simulated),
      moneyColumn("difference", currency, ({ delta }) => delta),
    ],
    rows,
  );
}
