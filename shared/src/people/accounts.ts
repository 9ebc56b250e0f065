import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { emailSchema } from "../platform/email.ts";
import { exactText, limitedText, requiredText } from "../platform/texts.ts";

/** Specification, section 5, "Password": each rule with its error message. */
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

/** The maximum length keeps hashing cheap. */
export const newPasswordSchema = z.string().check(
  z.maxLength(128, "Must be at most 128 characters"),
  z.superRefine((typed, check) => {
    const broken = passwordRules.find(({ isKept }) => !isKept(typed));
    if (broken) check.addIssue({ code: "custom", message: broken.message });
  }),
);

/** A new password and its repetition. */
export const passwordPairSchema = z
  .strictObject({ password: newPasswordSchema, repeated: z.string().check(z.maxLength(128)) })
  .check(
    z.refine(({ password, repeated }) => password === repeated, {
      path: ["repeated"],
      message: passwordMismatch,
    }),
  );

/** Specification, section 5: required, at least two letters. */
export const firstNameSchema = requiredText(100, "First name required.", 2);
export const lastNameSchema = requiredText(100, "Last name required.", 2);
export const requiredEmailSchema = z.pipe(
  z.string().check(exactText(), z.minLength(1, "Email address is required.")),
  emailSchema,
);

/** As typed; `parsePhone` validates the number for a country. */
export const phoneSchema = requiredText(30, "Please enter a number");

export const wrongCode = "The code you entered is incorrect, please try again.";

/** Three characters complete a registration; a sign-in code has six, which is a setting. */
export const signUpCodeLength = 3;
export const codeSchema = z
  .string()
  .check(exactText(), z.toUpperCase(), z.regex(/^[A-Z0-9]{3,8}$/, wrongCode));

/** Binds a code to the client that requested it; browsers also keep it in a cookie. */
export const codeRequestIdSchema = z.guid().check(z.lowercase());

const captchaAnswerSchema = z.string().check(z.maxLength(10_000));

/** Does not apply the rules for new passwords, because existing ones have to work. */
export const passwordLoginSchema = z.strictObject({
  ...command,
  email: emailSchema,
  password: z.string().check(z.minLength(1, "Required"), z.maxLength(128)),
  /** The answer to a captcha, required after `access.captcha-needed`. */
  rcData: z.optional(captchaAnswerSchema),
});
export type PasswordLogin = z.infer<typeof passwordLoginSchema>;

export const codeLoginSchema = z.strictObject({
  ...command,
  email: emailSchema,
  code: codeSchema,
  requestId: z.optional(codeRequestIdSchema),
  /** The answer to a captcha, required after `access.captcha-needed`. */
  rcData: z.optional(captchaAnswerSchema),
});
export type CodeLogin = z.infer<typeof codeLoginSchema>;

export const loginSchema = z.union([passwordLoginSchema, codeLoginSchema]);

/** The answer to a captcha is required after `access.captcha-needed`. */
export const askForCodeSchema = z.strictObject({
  ...command,
  email: requiredEmailSchema,
  rcData: z.optional(captchaAnswerSchema),
});
export type CodeAsk = z.infer<typeof askForCodeSchema>;
export const askByEmailSchema = z.strictObject({ ...command, email: requiredEmailSchema });
export const byEmailSchema = z.strictObject({ email: emailSchema });
export const checkPhoneSchema = z.strictObject({ ...command, number: phoneSchema });

/** The registration of a customer. `nickname` is hidden from people: who fills it in is refused (docs/decisions.md, 59). */
export const signUp1Schema = z.strictObject({
  ...command,
  email: requiredEmailSchema,
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  cellNumber: phoneSchema,
  altNumber: z.optional(limitedText(30)),
  company: z.optional(limitedText(200)),
  nickname: z.optional(z.string().check(z.maxLength(200))),
  referredBy: z.optional(limitedText(100)),
  referredByOther: z.optional(limitedText(200)),
  resubmit: z.optional(z.boolean()),
  rcData: z.optional(captchaAnswerSchema),
  /** The guest id whose saved recipients pass to the new customer. */
  uniqueId: z.optional(z.guid().check(z.lowercase())),
});
export type SignUp1 = z.infer<typeof signUp1Schema>;

/** The secret of a link in an email: 128 bits, written as a UUID. */
export const linkTokenSchema = z.guid().check(z.lowercase());

export const linkRefSchema = z.strictObject({ ...command, uuid: linkTokenSchema });

export const signUp2Schema = z.strictObject({
  ...command,
  uuid: linkTokenSchema,
  password: newPasswordSchema,
});
export type SignUp2 = z.infer<typeof signUp2Schema>;

/** With the account's password or a new one, where the browser is not signed in to the account. */
export const confirmEmailSchema = z.strictObject({
  ...command,
  uuid: linkTokenSchema,
  password: z.optional(z.string().check(z.minLength(1, "Required"), z.maxLength(128))),
  newPassword: z.optional(newPasswordSchema),
  rcData: z.optional(captchaAnswerSchema),
});
export type ConfirmEmail = z.infer<typeof confirmEmailSchema>;

/** The SHA-256 of the secret that the browser keeps, sent to the other host to be signed in there. */
export const handOverSchema = z.strictObject({
  ...command,
  told: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Required")),
});
export const takeHandOverSchema = z.strictObject({
  ...command,
  code: z.string().check(z.regex(/^[\w-]{43}$/, "Required")),
});

export const confirmPasswordSchema = z.strictObject({
  ...command,
  password: z.string().check(z.minLength(1, "Required"), z.maxLength(128)),
  rcData: z.optional(captchaAnswerSchema),
});
export type ConfirmPassword = z.infer<typeof confirmPasswordSchema>;
/** References a session by its public handle, never by its token. */
export const sessionRefSchema = z.strictObject({
  ...command,
  handle: z.guid().check(z.lowercase()),
});

export const updatePasswordSchema = z.strictObject({
  ...command,
  /** Not required from a user without a password. */
  currentPassword: z.optional(z.string().check(z.maxLength(128))),
  password: newPasswordSchema,
  rcData: z.optional(captchaAnswerSchema),
});
export type UpdatePassword = z.infer<typeof updatePasswordSchema>;

/** Specification, section 5, "Profile". For distributors the area is required. */
export const profileSchema = z.strictObject({
  ...command,
  firstName: requiredText(100, "Please enter a first name", 2),
  lastName: requiredText(100, "Please enter a last name", 2),
  email: z.pipe(
    z.string().check(exactText(), z.toLowerCase(), z.maxLength(254)),
    z.email("Please enter a valid email"),
  ),
  cellNumber: requiredText(30, "Please enter a valid cell number"),
  distributorArea: z.optional(limitedText(100)),
});
export const distributorProfileSchema = z.extend(profileSchema, {
  distributorArea: requiredText(100, "Please enter an area"),
});
export type Profile = z.infer<typeof profileSchema>;
