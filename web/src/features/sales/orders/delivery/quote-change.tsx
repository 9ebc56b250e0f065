import { deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ApiOutputs } from "../../../../api/api.ts";
import { MoneyText } from "../../../../ui/money-text.tsx";
import { Notice } from "../../../../ui/notice.tsx";

type Quoted = ApiOutputs["courier"]["updateQuote"];

/** What the courier asks now, beside what it asked before; the buyer pays the flat line whatever it is. */
export function QuoteChange(props: { quoted: Quoted; currency: Currency }) {
  const { former, rate, service } = props.quoted;
  if (!former) return null;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  const difference = rate - former.rate;
  return (
    <Notice tone={difference > 0 ? "warning" : "info"} title="The quote is new">
      <p>
        It was {money(former.rate)} ({deliveryName(former.service)}), and is {money(rate)} (
        {deliveryName(service)}):{" "}
        {difference === 0 ? (
          "the same."
        ) : (
          <>
            {money(Math.abs(difference))} {difference > 0 ? "more." : "less."}
          </>
        )}
      </p>
    </Notice>
  );
}
