import { applyToBooks } from "../features/books/books.fold.ts";
import type { CommissionEntryRow, PlanRow } from "../features/books/books.ts";
import { createMemoryBooks, type MemoryBooks } from "../features/books/memory-books.ts";
import {
  type CommissionPlan,
  commissionPlanSchema,
} from "../features/commissions/commission-plan.events.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readJsonFile } from "./json-file.ts";
import { letEntriesGo, replayPages } from "./replay-books.ts";
import { moneyColumn, textTable } from "./text-table.ts";
import { isWithin, type Period, periodOf } from "./time-arguments.ts";
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

type SimulatedMember = Readonly<{
  memberId: number;
  kind: "distributor" | "stockist";
  level: number;
  actual: number;
  simulated: number;
  delta: number;
}>;

async function simulate(
  session: Session,
  plan: CommissionPlan,
  period: Period,
): Promise<CommandResult> {
  const actual = createMemoryBooks();
  const other = createMemoryBooks();
  const earned = new Map<number, number>();
  const wouldEarn = new Map<number, number>();
  const proposed: PlanRow = { position: 0, publishedAt: period.from ?? "", plan };

  await replayPages(session, {}, (page) => {
    for (const event of page) {
      applyToBooks(actual, event);
      // Sales outside the period keep their plan, so what is taken back of them later is the same in both.
      const inForce = isWithin(event.occurredAt, period) ? [proposed] : actual.plans;
      other.plans.splice(0, other.plans.length, ...inForce);
      if (event.type !== "CommissionPlanPublished") applyToBooks(other, event);
    }
    addUp(earned, actual.commissionEntries, period);
    addUp(wouldEarn, other.commissionEntries, period);
    letEntriesGo(actual);
    letEntriesGo(other);
  });

  const members = membersOf(actual, earned, wouldEarn);
  const cost = { actual: sumOf(members, "actual"), simulated: sumOf(members, "simulated") };
  const document = {
    plan,
    ...period,
    cost: { ...cost, delta: cost.simulated - cost.actual },
    members,
  };
  return { exitCode: 0, document, text: simulationText(session, members, document.cost) };
}

function addUp(
  sums: Map<number, number>,
  entries: readonly CommissionEntryRow[],
  period: Period,
): void {
  for (const { beneficiaryId, amount, occurredAt } of entries)
    if (isWithin(occurredAt, period))
      sums.set(beneficiaryId, (sums.get(beneficiaryId) ?? 0) + amount);
}

function membersOf(
  { members }: MemoryBooks,
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

function simulationText(
  { region: { currency } }: Session,
  members: readonly SimulatedMember[],
  cost: Readonly<{ actual: number; simulated: number; delta: number }>,
): string {
  const rows: SimulatedRow[] = [
    ...members
      .filter(({ actual, simulated }) => actual !== 0 || simulated !== 0)
      .map((member) => ({ ...member, name: String(member.memberId) })),
    { name: "all", ...cost },
  ];
  return textTable<SimulatedRow>(
    [
      { title: "member", align: "right", text: ({ name }) => name },
      moneyColumn("earned", currency, ({ actual }) => actual),
      moneyColumn("would earn", currency, ({ simulated }) => simulated),
      moneyColumn("difference", currency, ({ delta }) => delta),
    ],
    rows,
  );
}

type SimulatedRow = Pick<SimulatedMember, "actual" | "simulated" | "delta"> &
  Readonly<{ name: string }>;
