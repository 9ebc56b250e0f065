/** A valid number in international form ("+27821234567"), or what is wrong with it in words. */
export type CheckedPhone =
  | Readonly<{ valid: true; international: string }>
  | Readonly<{ valid: false; message: string }>;

/** Specification, section 5: "Phone numbers are checked by an external validation service". */
export type PhoneCheck = Readonly<{
  check: (typed: string) => Promise<CheckedPhone>;
}>;
