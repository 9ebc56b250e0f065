/** `hard` takes a browser some seconds: for everybody while somebody guesses. */
export type CaptchaLevel = "usual" | "hard";

/** Tells people from programs where anybody may write to us. */
export type Captcha = Readonly<{
  /** What the page has to solve; null where none is asked for. */
  challenge: (level?: CaptchaLevel) => Promise<object | null>;
  /** Whether this is the answer to a challenge of ours that was this hard at least, not used before and not too old. */
  isSolved: (answer: string | undefined, level?: CaptchaLevel) => Promise<boolean>;
  /** Answers that are too old to be used again need not be remembered. */
  forgetExpired: () => Promise<void>;
}>;
