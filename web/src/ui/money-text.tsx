import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";

export function MoneyText(props: { minor: number; currency: Currency }) {
  return <span className="tabular">{formatMoney(props.minor, props.currency)}</span>;
}
