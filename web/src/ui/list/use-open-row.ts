import { useState } from "react";

/**
 * The row that is open over a list. It stays, as it was last seen, where an update takes it off the page: what somebody types
 * into its sheet would be lost.
 *
 * @param key of the open row, null where none is
 */
export function useOpenRow<Row>(
  key: string | null,
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): Row | null {
  const [kept, setKept] = useState<Row | null>(null);
  const found = key === null ? undefined : rows?.find((row) => keyOf(row) === key);
  if (found !== undefined && found !== kept) setKept(found);
  if (found !== undefined) return found;
  return kept !== null && keyOf(kept) === key ? kept : null;
}
