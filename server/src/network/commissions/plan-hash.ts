import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { requestHash } from "../../platform/ledger/canonical-json.ts";

/** Names a plan by its rates and nothing else: what was simulated is what is published. Hex. */
export function planHash({ own, upline, leader }: CommissionPlan): string {
  return requestHash({ own, upline, leader }).toString("hex");
}
