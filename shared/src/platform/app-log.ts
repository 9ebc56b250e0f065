import { z } from "zod/mini";
import { userIdSchema } from "./ids.ts";
import { pagingFields, sortedBy } from "./paging.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The outcome of an unsuccessful request; successful ones are not in the office's log. */
export const answerKinds = ["refused", "failed"] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** `level` is the minimum level. */
export const listLogsSchema = z.strictObject({
  ...pagingFields,
  level: z._default(z.enum(logLevels), "debug"),
  answer: z.optional(z.enum(answerKinds)),
  userId: z.optional(userIdSchema),
  sort: sortedBy(["at"], "desc"),
});
export type ListLogs = z.infer<typeof listLogsSchema>;
