import { randomUUID } from "node:crypto";
import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { defaultPlan } from "../network/commissions/commission-plan.events.ts";
import { simulateForOffice } from "../projections/simulation/simulate-plan.actions.ts";
import { aConfirmedSession } from "./busy-shop.ts";
import { shopDay } from "./shop-day.ts";
import type { TestShop } from "./shop-test.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** The default plan with this percentage of a level 3. */
export const planWithOwn3 = (bps: number): CommissionPlan => ({
  ...defaultPlan,
  own: { ...defaultPlan.own, "3": bps },
});

/** Requests a simulation as the office does, and runs its job. */
export async function simulated(shop: TestShop, plan: CommissionPlan) {
  const admin = await shop.as(shop.people.admin, { session: aConfirmedSession() });
  const { id } = await admin.commissionPlan.simulate({ plan, from: "2020-01-01", to: shopDay() });
  await simulateForOffice({ ...shop.deps, log: silent }, id);
  return { admin, simulation: await admin.commissionPlan.simulation({ id }) };
}

/** To publish it at once, by one admin. */
export const toPublish = ({ id, planHash }: { id: string; planHash: string }) => ({
  commandId: randomUUID(),
  simulationId: id,
  planHash,
  publishOn: null,
  acceptsShareBps: null,
});
