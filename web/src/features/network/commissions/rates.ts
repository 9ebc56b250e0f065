import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";

/** 1250 basis points are typed as "12.5". */
export function percentNumber(bps: number): string {
  return String(bps / 100);
}

export const rateKeys = ["own1", "own2", "own3", "up12", "up13", "up23", "leader"] as const;
export type RateKey = (typeof rateKeys)[number];

export const rateNames: Readonly<Record<RateKey, string>> = {
  own1: "A level 1’s own sale",
  own2: "A level 2’s own sale",
  own3: "A level 3’s own sale",
  up12: "Level 1 upline of a level 2",
  up13: "Level 1 upline of a level 3",
  up23: "Level 2 upline of a level 3",
  leader: "Leader bonus",
};

/** The rates of a plan by the keys of the form, each converted from basis points by `as`. */
export function ratesOf<Rate>(
  { own, upline, leader }: CommissionPlan,
  as: (bps: number) => Rate,
): Record<RateKey, Rate> {
  return {
    own1: as(own["1"]),
    own2: as(own["2"]),
    own3: as(own["3"]),
    up12: as(upline["1"]["2"]),
    up13: as(upline["1"]["3"]),
    up23: as(upline["2"]["3"]),
    leader: as(leader),
  };
}

export type RateChange = Readonly<{ name: string; before: number; after: number }>;

/** The rates that differ between two plans. */
export function changesBetween(before: CommissionPlan, after: CommissionPlan): RateChange[] {
  const [old, now] = [ratesOf(before, Number), ratesOf(after, Number)];
  return rateKeys
    .map((rate) => ({ name: rateNames[rate], before: old[rate], after: now[rate] }))
    .filter((change) => change.before !== change.after);
}
