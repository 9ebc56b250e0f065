import { z } from "zod";
import { userIdSchema } from "./ids.ts";
import { pagingFields, sortedBy } from "./paging.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** How a request was answered. */
export const answerKinds = ["ok", "refused", "failed"] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Lines of this level and above. */
export const listLogsSchema = z.object({
  ...pagingFields,
  level: z.enum(logLevels).default("debug"),
  answer: z.enum(answerKinds).optional(),
  /** Who asked. */
  userId: userIdSchema.optional(),
  /** Whoever follows the log asks every two seconds, and would read of little else. */
  withOwnReading: z.boolean().default(false),
  sort: sortedBy(["at"], "desc"),
});
export type ListLogs = z.infer<typeof listLogsSchema>;
