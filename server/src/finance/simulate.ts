import { withConnection } from "../db/with-connection.ts";
import type { MemoryBooks } from "../features/books/memory-books.ts";
import { inTransaction } from "../features/books/replay.ts";
import {
  type CommissionPlan,
  commissionPlanSchema,
} from "../features/commissions/commission-plan.events.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readJsonFile } from "./json-file.ts";
import { readHead } from "./ledger-head.ts";
import { replayUnderPlan } from "./replay-under-plan.ts";
import { type SimulatedMember, simulationText } from "./simulation-text.ts";
import { type Period, periodOf } from "./time-arguments.ts";
import { WrongUse } from "./wrong-use.ts";

export const simulateCommand: FinanceCommand = {
  name: "simulate",
  summary: "What every member would have earned under another plan, beside what they did earn",
  options: [
    {
      flags: "--plan <file>",
      description: "the plan as JSON: own, upline, leader in basis points",
    },
    { flags: "--from <time>", description: "the plan holds from here; a date from its start" },
    { flags: "--to <time>", description: "the plan holds until here; a date to its end" },
  ],
  async prepare({ options: { plan: file, from, to } }) {
    if (file === undefined) throw new WrongUse("Name the plan: simulate --plan PLAN.json.");
    periodOf({ from, to }, "UTC");
    const plan = await readJsonFile(file, commissionPlanSchema);
    return (session) => simulate(session, plan, periodOf({ from, to }, session.region.timeZone));
  },
};

async function simulate(
  session: Session,
  plan: CommissionPlan,
  period: Period,
): Promise<CommandResult> {
  const through = await readHead(session.db);
  const bar = session.progress("Replaying", "events");
  const { books, earned, wouldEarn } = await withConnection(session.pool, (client) =>
    inTransaction(client, "repeatable read", () =>
      replayUnderPlan(client, { through, plan, period, advance: (at) => bar.advance(at, through) }),
    ),
  ).finally(bar.finish);

  const members = membersOf(books, earned, wouldEarn);
  const cost = { actual: sumOf(members, "actual"), simulated: sumOf(members, "simulated") };
  const document = {
    plan,
    ...period,
    cost: { ...cost, delta: cost.simulated - cost.actual },
    members,
  };
  return {
    exitCode: 0,
    document,
    text: simulationText(members, document.cost, session.region.currency),
  };
}

function membersOf(
  { members }: Pick<MemoryBooks, "members">,
  earned: ReadonlyMap<number, number>,
  wouldEarn: ReadonlyMap<number, number>,
): SimulatedMember[] {
  return [...members.all.values()]
    .toSorted((one, another) => one.userId - another.userId)
    .map(({ userId, kind, level }) => {
      const actual = earned.get(userId) ?? 0;
      const simulated = wouldEarn.get(userId) ?? 0;
      return { memberId: userId, kind, level, actual, simulated, delta: simulated - actual };
    });
}

function sumOf(members: readonly SimulatedMember[], field: "actual" | "simulated"): number {
  return members.reduce((sum, member) => sum + member[field], 0);
}
