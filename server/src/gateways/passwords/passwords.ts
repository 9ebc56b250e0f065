/** How passwords are kept and checked. Hashing and checking take their time on purpose. */
export type Passwords = Readonly<{
  hash: (password: string) => Promise<string>;
  /** `null` stands for an unknown account: it costs as much time as a known one and is never right. */
  isRight: (hash: string | null, password: string) => Promise<boolean>;
  /**
   * Whether it is among the first million that somebody would try: the passwords that are chosen most, also with capitals,
   * figures for letters and a sign behind, and what the person's own names (`about`) make.
   */
  isCommon: (password: string, about: readonly string[]) => Promise<boolean>;
}>;
