/** How passwords are kept and checked. Both take their time on purpose. */
export type Passwords = Readonly<{
  hash: (password: string) => Promise<string>;
  /** `null` stands for an unknown account: it costs as much time as a known one and is never right. */
  isRight: (hash: string | null, password: string) => Promise<boolean>;
}>;
