import { z } from "zod";
import { userIdSchema } from "./ids.ts";
import { pagingFields, sortedBy } from "./paging.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** How a request was answered that did not get what it asked for; the others are in no log of the office. */
export const answerKinds = ["refused", "failed"] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Lines of this level and above. */
export const listLogsSchema = z.object({
  ...pagingFields,
  level: z.enum(logLevels).default("debug"),
  answer: z.enum(answerKinds).optional(),
  /** Who asked. */
  userId: userIdSchema.optional(),
  sort: sortedBy(["at"], "desc"),
});
export type ListLogs = z.infer<typeof listLogsSchema>;
