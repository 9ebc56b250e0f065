import { z } from "zod";

/** Specification, section 5, "Password": each rule with the sentence that says it is not kept. */
export const passwordRules = [
  { message: "Must be at least 8 characters", isKept: (typed: string) => typed.length >= 8 },
  {
    message: "Must contain at least one uppercase character",
    isKept: (typed: string) => /\p{Lu}/u.test(typed),
  },
  {
    message: "Must contain at least one lowercase character",
    isKept: (typed: string) => /\p{Ll}/u.test(typed),
  },
  { message: "Must contain at least one number", isKept: (typed: string) => /\d/.test(typed) },
  {
    message: "Must contain at least one special character",
    isKept: (typed: string) => /[^\p{L}\d\s]/u.test(typed),
  },
] as const;

export const passwordMismatch = "Password does not match";

/** A password that somebody chooses; the limit keeps hashing cheap. */
export const newPasswordSchema = z
  .string()
  .max(128, "Must be at most 128 characters")
  .superRefine((typed, check) => {
    const broken = passwordRules.find(({ isKept }) => !isKept(typed));
    if (broken) check.addIssue({ code: "custom", message: broken.message });
  });

/** Chosen and typed again, as the forms ask for it. */
export const passwordPairSchema = z
  .object({ password: newPasswordSchema, repeated: z.string().max(128) })
  .refine(({ password, repeated }) => password === repeated, {
    path: ["repeated"],
    message: passwordMismatch,
  });
