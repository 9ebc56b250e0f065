import { z } from "zod";
import { pagingFields, sortedBy } from "./paging.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Lines of this level and above. */
export const listLogsSchema = z.object({
  ...pagingFields,
  level: z.enum(logLevels).default("debug"),
  sort: sortedBy(["at"], "desc"),
});
export type ListLogs = z.infer<typeof listLogsSchema>;
