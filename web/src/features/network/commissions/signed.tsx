import type { Currency } from "@portal/shared/platform/money.ts";
import { MoneyText } from "../../../ui/money-text.tsx";

/** A gain with its plus, so that it is not told from a loss by colour alone. */
export function Signed(props: { minor: number; currency: Currency }) {
  return (
    <span>
      {props.minor > 0 && "+"}
      <MoneyText minor={props.minor} currency={props.currency} />
    </span>
  );
}
