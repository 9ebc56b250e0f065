/** What a command found: `document` is printed with --json, `text` without it. */
export type CommandResult = Readonly<{
  /** 1: a difference or damage was found. */
  exitCode: 0 | 1;
  document: unknown;
  /** Without the last line break. Empty: nothing is printed. */
  text: string;
}>;
