import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";

/** An amount, which never breaks over two lines and is kept from translation. @param props.minor in cents or pence */
export function MoneyText(props: { minor: number; currency: Currency }) {
  return (
    <span className="amount tabular" translate="no">
      {formatMoney(props.minor, props.currency)}
    </span>
  );
}
