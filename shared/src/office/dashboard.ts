import { z } from "zod";

/** The sales periods of the dashboard; each ends today. */
export const dashboardPeriods = ["7-days", "30-days", "tax-year"] as const;
export type DashboardPeriod = (typeof dashboardPeriods)[number];

export const dashboardSchema = z
  .strictObject({ period: z.enum(dashboardPeriods, { error: "Choose a period." }).optional() })
  .optional();
