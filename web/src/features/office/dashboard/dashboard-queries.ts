import { type DashboardPeriod, dashboardPeriods } from "@portal/shared/office/dashboard.ts";
import type { Ask } from "../../../api/api.ts";

export const usualPeriod = "30-days";

/** The period of the sales that the address asks for. */
export function periodIn(params: URLSearchParams): DashboardPeriod {
  return dashboardPeriods.find((each) => each === params.get("period")) ?? usualPeriod;
}

export function askForDashboard(ask: Ask, params: URLSearchParams): void {
  void ask.dashboard.get.prefetch({ period: periodIn(params) });
}
