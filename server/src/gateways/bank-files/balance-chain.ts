import { formatMinor } from "./amount-text.ts";
import { StatementError } from "./statement-error.ts";

/**
 * A statement that says how it begins and ends has to hold all that happened between. Minor units; null where it does not say.
 *
 * @throws StatementError with both sums
 */
export function requireWhole(
  { opening, closing }: Readonly<{ opening: number | null; closing: number | null }>,
  amounts: readonly number[],
): void {
  if (opening === null || closing === null) return;
  const end = amounts.reduce((sum, amount) => sum + amount, opening);
  if (end !== closing)
    throw new StatementError(
      `the transactions lead from ${formatMinor(opening)} to ${formatMinor(end)}, and the statement ends with ${formatMinor(closing)}: a page is missing, or a transaction`,
    );
}
