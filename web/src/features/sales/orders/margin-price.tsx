import type { Currency } from "@portal/shared/platform/money.ts";
import { MoneyText } from "../../../ui/money-text.tsx";

/** A stockist's price with how it came about: was R325.00, your 25 % → R243.75. */
export function MarginPrice(props: {
  listPrice: number;
  price: number;
  currency: Currency;
  marginBps: number;
}) {
  const { currency } = props;
  return (
    <>
      was <MoneyText minor={props.listPrice} currency={currency} />, your {props.marginBps / 100}
      {"\u00a0% → "}
      <strong>
        <MoneyText minor={props.price} currency={currency} />
      </strong>
    </>
  );
}
