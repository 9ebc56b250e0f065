import type { Currency } from "@portal/shared/platform/money.ts";
import type {
  SimulatedCost,
  SimulatedMember,
} from "../../network/commissions/plan-simulation.store.ts";
import { moneyColumn, textTable } from "./text-table.ts";

export function simulationText(
  members: readonly SimulatedMember[],
  cost: SimulatedCost,
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

type SimulatedRow = SimulatedCost & Readonly<{ name: string }>;
