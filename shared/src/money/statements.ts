import { z } from "zod";
import { commandIdSchema, userIdSchema } from "../platform/ids.ts";

export const monthSchema = z
  .string()
  .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, "Enter a month like 2026-01");

/** Without `memberId` it is about whoever asks; the office may name anybody. */
const member = { memberId: userIdSchema.optional() };

export const statementMonthsSchema = z.object(member);
export const statementSchema = z.object({ ...member, month: monthSchema });
export type AskedStatement = z.infer<typeof statementSchema>;

export const taxYearSchema = z.coerce.number().int().min(2000).max(2999);

export const closeMonthSchema = z.object({ commandId: commandIdSchema, month: monthSchema });
export type CloseMonth = z.infer<typeof closeMonthSchema>;
