import type { CommissionPlan } from "@portal/shared/commission-plan.ts";
import { requestHash } from "../../ledger/canonical-json.ts";

/** Names a plan by its rates and nothing else: what was simulated is what is published. Hex. */
export function planHash({ own, upline, leader }: CommissionPlan): string {
  return requestHash({ own, upline, leader }).toString("hex");
}
