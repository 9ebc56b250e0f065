/** Nobody's address: what an erased account is called. */
export function erasedEmail(userId: number): string {
  return `erased-${userId}@erased.invalid`;
}
