/**
 * The command was asked wrongly or given bad input: one sentence that says what and where, nothing
 * was changed, exit code 2.
 */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}
