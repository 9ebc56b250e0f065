import { z } from "zod";

/** What older clients read of every answer (specification, section 7). */
const answered = {
  success: z.literal(true),
  message: z.string().optional(),
};
export const doneAnswer = z.object(answered);
export const savedAnswer = z.object({ ...answered, id: z.int() });
export const orderAnswer = z.object({ ...answered, uuid: z.string() });

export function dataAnswer<Data extends z.ZodType>(data: Data) {
  return z.object({ ...answered, data });
}

/** A refusal: `error` is what a person reads, `code` its name that stays. */
const refusedAnswer = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string().optional(),
  code: z.string(),
  correlationId: z.string(),
});

export const refusals = {
  400: refusedAnswer.describe("Something that was sent is wrong; the error names it."),
  401: refusedAnswer.describe("Nobody is signed in."),
  403: refusedAnswer.describe("The role may not do this."),
  404: refusedAnswer.describe("It does not exist, or not for you."),
  409: refusedAnswer.describe("It is no longer, or not yet, in the state for this."),
  429: refusedAnswer.describe("Too many tries."),
} as const;
