/** Whether an error has this code: Node's (`ENOENT`) or PostgreSQL's SQLSTATE (`40001`). */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
