import type { Currency } from "@portal/shared/platform/money.ts";
import type { WalletMode } from "@portal/shared/money/wallet-terms.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";

export type Wallet = ApiOutputs["wallet"]["mine"];

/** The modes in the middle of a sentence to the member. */
export const modeMeaning: Readonly<Record<WalletMode, string>> = {
  current: "since your last payout",
  historical: "up to your last payout",
  total: "all time",
};

/** The address of the entries behind a figure; the figures above keep their mode. */
export function entriesPath(
  filter: Partial<Record<"mode" | "level" | "kind" | "month" | "payout", string>>,
  figures?: WalletMode,
): string {
  const params = new URLSearchParams(filter);
  if (figures && figures !== "current") params.set("figures", figures);
  return `/distributor/my-wallet?${params}#entries`;
}

/** From the commission earned to the balance. */
export function BalanceFacts(props: {
  balance: ApiOutputs["statements"]["balanceOn"];
  currency: Currency;
}) {
  const { balance, currency } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Facts
      amounts
      facts={[
        { name: "Commission earned so far", value: money(balance.accrued) },
        { name: "Paid out so far", value: money(0 - balance.paid) },
        { name: "Unpaid commission", value: money(balance.unpaid), isSum: true },
        { name: "Turned into store credit", value: money(0 - balance.credit) },
        { name: "Balance", value: money(balance.balance), isSum: true },
      ]}
    />
  );
}
