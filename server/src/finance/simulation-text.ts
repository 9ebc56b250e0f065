import type { Currency } from "@portal/shared/money.ts";
import { moneyColumn, textTable } from "./text-table.ts";

export type SimulatedMember = Readonly<{
  memberId: number;
  kind: "distributor" | "stockist";
  level: number;
  actual: number;
  simulated: number;
  delta: number;
}>;

export function simulationText(
  members: readonly SimulatedMember[],
  cost: Pick<SimulatedMember, "actual" | "simulated" | "delta">,
  currency: Currency,
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
