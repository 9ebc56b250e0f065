const latelyMs = 600_000;

/** Whether whoever sits at the screen typed the password of the account in the last ten minutes. */
export function isPasswordTypedLately(
  session: Readonly<{ passwordAt: string | null }> | null,
  now: string,
): boolean {
  const at = session?.passwordAt ?? null;
  return at !== null && Date.parse(now) - Date.parse(at) <= latelyMs;
}
