import { z } from "zod";
import { emailSchema } from "../platform/email.ts";

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
export const newPasswordSchema = z
  .string()
  .max(128, "Must be at most 128 characters")
  .superRefine((typed, check) => {
    const broken = passwordRules.find(({ isKept }) => !isKept(typed));
    if (broken) check.addIssue({ code: "custom", message: broken.message });
  });

/** A new password and its repetition. */
export const passwordPairSchema = z
  .object({ password: newPasswordSchema, repeated: z.string().max(128) })
  .refine(({ password, repeated }) => password === repeated, {
    path: ["repeated"],
    message: passwordMismatch,
  });

/** Specification, section 5: required, at least two letters. */
export const firstNameSchema = z.string().trim().min(2, "First name required.").max(100);
export const lastNameSchema = z.string().trim().min(2, "Last name required.").max(100);
export const requiredEmailSchema = z
  .string()
  .trim()
  .min(1, "Email address is required.")
  .pipe(emailSchema);

/** As typed; `parsePhone` validates the number for a country. */
export const phoneSchema = z.string().trim().min(1, "Please enter a number").max(30);

export const wrongCode = "The code you entered is incorrect, please try again.";

/** Three characters complete a registration; a sign-in code has six, which is a setting. */
export const signUpCodeLength = 3;
export const codeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,8}$/, wrongCode);

/** Codes go to a new number only after this time, because an attacker with a stolen account would first change it. */
export const cellHoldHours = 48;

/** Binds a code to the client that requested it; browsers also keep it in a cookie. */
export const codeRequestIdSchema = z.guid().lowercase();

const captchaAnswerSchema = z.string().max(10_000);

/** Does not apply the rules for new passwords, because existing ones have to work. */
export const passwordLoginSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, "Required").max(128),
});
export type PasswordLogin = z.infer<typeof passwordLoginSchema>;

export const codeLoginSchema = z.object({
  email: emailSchema,
  code: codeSchema,
  requestId: codeRequestIdSchema.optional(),
  /** The answer to a captcha, required after `access.captcha-needed`. */
  rcData: captchaAnswerSchema.optional(),
});
export type CodeLogin = z.infer<typeof codeLoginSchema>;

export const loginSchema = z.union([passwordLoginSchema, codeLoginSchema]);
export type Login = z.infer<typeof loginSchema>;

export const askByEmailSchema = z.object({ email: requiredEmailSchema });
export const byEmailSchema = z.object({ email: emailSchema });
export const checkPhoneSchema = z.object({ number: phoneSchema });

/** The registration of a customer. `nickname` is a honeypot: hidden from people, filled in by bots. */
export const signUp1Schema = z.object({
  email: requiredEmailSchema,
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  cellNumber: phoneSchema,
  nickname: z.string().max(200).optional(),
  referredBy: z.string().trim().max(100).optional(),
  referredByOther: z.string().trim().max(200).optional(),
  resubmit: z.boolean().optional(),
  rcData: captchaAnswerSchema.optional(),
  /** The guest id whose saved recipients pass to the new customer. */
  uniqueId: z.guid().lowercase().optional(),
});
export type SignUp1 = z.infer<typeof signUp1Schema>;

/** The secret of a link in an email: 128 bits, written as a UUID. */
export const linkTokenSchema = z.guid().lowercase();

export const linkRefSchema = z.object({ uuid: linkTokenSchema });

export const signUp2Schema = z.object({ uuid: linkTokenSchema, password: newPasswordSchema });
export type SignUp2 = z.infer<typeof signUp2Schema>;

/** The SHA-256 of the secret that the browser keeps, sent to the other host to be signed in there. */
export const handOverSchema = z.object({ told: z.string().regex(/^[0-9a-f]{64}$/, "Required") });
export const takeHandOverSchema = z.object({
  code: z.string().regex(/^[\w-]{43}$/, "Required"),
});

export const confirmPasswordSchema = z.object({ password: z.string().min(1, "Required").max(128) });
/** References a session by its public handle, never by its token. */
export const sessionRefSchema = z.object({ handle: z.guid().lowercase() });

export const updatePasswordSchema = z.object({
  /** Not required from a user without a password. */
  currentPassword: z.string().max(128).optional(),
  password: newPasswordSchema,
});
export type UpdatePassword = z.infer<typeof updatePasswordSchema>;

/** Specification, section 5, "Profile". For distributors the area is required. */
export const profileSchema = z.object({
  firstName: z.string().trim().min(2, "Please enter a first name").max(100),
  lastName: z.string().trim().min(2, "Please enter a last name").max(100),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email("Please enter a valid email")),
  cellNumber: z.string().trim().min(1, "Please enter a valid cell number").max(30),
  distributorArea: z.string().trim().max(100).optional(),
});
export const distributorProfileSchema = profileSchema.extend({
  distributorArea: z.string().trim().min(1, "Please enter an area").max(100),
});
export type Profile = z.infer<typeof profileSchema>;
