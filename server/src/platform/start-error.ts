/** A failure that the operator can fix. The message is for the operator, so it is printed without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
  /** 2 for wrong use or bad input, 1 for everything else that stops a command. */
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? 1;
  }
}
