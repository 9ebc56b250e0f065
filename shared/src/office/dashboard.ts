import { z } from "zod/mini";

/** The sales periods of the dashboard; each ends today. */
export const dashboardPeriods = ["7-days", "30-days", "tax-year"] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

export const dashboardSchema = z.optional(
  z.strictObject({ period: z.optional(z.enum(dashboardPeriods, { error: "Choose a period." })) }),
);
