/** The last option of a pick list that does not show all matches: it cannot be chosen, and says how to find the others. */
export function withMore<Option extends Readonly<{ value: string; label: string }>>(
  options: readonly Option[],
  hasMore: boolean,
): (Option | typeof moreMatches)[] {
  return hasMore ? [...options, moreMatches] : [...options];
}

const moreMatches = {
  value: "more",
  label: "There are more. Type a name to find them.",
  disabled: true,
} as const;
