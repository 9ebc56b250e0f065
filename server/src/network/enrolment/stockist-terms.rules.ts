import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { SettingsOf } from "@portal/shared/catalogue/settings.ts";
import type { TermsBounds } from "../members/network.rules.ts";
import { isOffice, type Viewer } from "../../people/users/user.rules.ts";

/** Whole percent, as the shop settings have them. */
export type StockistStandards = Readonly<SettingsOf<"stockists">>;

export type AskedTerms = Readonly<{
  stockistMargin?: number | undefined;
  distributorPercent?: number | undefined;
}>;

/**
 * The percentages of a new stockist, in basis points. They are the office's to type; what anybody else
 * adds or converts gets the shop's standard terms, and a value that differs from them is refused
 * (docs/domain.md, "Price of a line"; docs/decisions.md, 39).
 *
 * @throws DomainError access.forbidden, account.no-margin
 */
export function newTerms(
  asker: Viewer,
  asked: AskedTerms,
  { stockistMarginDefault, stockistPercentDefault }: StockistStandards,
): Readonly<{ marginBps: number; distributorBps: number }> {
  const { stockistMargin, distributorPercent = stockistPercentDefault } = asked;
  if (isOffice(asker)) {
    if (stockistMargin === undefined)
      throw new DomainError("account.no-margin", { field: "stockistMargin" });
    return { marginBps: stockistMargin * 100, distributorBps: distributorPercent * 100 };
  }
  const isStandard =
    (stockistMargin ?? stockistMarginDefault) === stockistMarginDefault &&
    distributorPercent === stockistPercentDefault;
  if (!isStandard) throw new DomainError("access.forbidden");
  return { marginBps: stockistMarginDefault * 100, distributorBps: stockistPercentDefault * 100 };
}

/** The most that the office may give, in basis points. */
export function boundsOf({
  stockistMarginMax,
  stockistPercentMax,
}: StockistStandards): TermsBounds {
  return { marginBps: stockistMarginMax * 100, distributorBps: stockistPercentMax * 100 };
}
