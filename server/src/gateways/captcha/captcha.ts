/** Tells people from programs where anybody may write to us. */
export type Captcha = Readonly<{
  /** What the page has to solve; null where none is asked for. */
  challenge: () => Promise<object | null>;
  /** Whether this is the answer to a challenge of ours, not used before and not too old. */
  isSolved: (answer: string | undefined) => Promise<boolean>;
  /** Answers that are too old to be used again need not be remembered. */
  forgetExpired: () => Promise<void>;
}>;
