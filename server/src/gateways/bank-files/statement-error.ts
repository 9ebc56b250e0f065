/** A file that somebody brought cannot be read: what is wrong, and where in the file. */
export class StatementError extends Error {
  override readonly name = "StatementError";
}
