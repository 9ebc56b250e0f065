import type { CommissionPlan } from "./commission-plan.events.ts";

/** The plan of the specification, section 9: in force until one is published, known as position 0. */
export const defaultPlan: CommissionPlan = {
  own: { "1": 2000, "2": 1500, "3": 1000 },
  upline: { "1": { "2": 500, "3": 500 }, "2": { "3": 500 } },
  leader: 1000,
};
