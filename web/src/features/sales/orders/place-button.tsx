import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import classes from "./summary-step.module.css";
import type { PlaceOrder } from "./use-place-order.ts";
import type { QuoteState } from "./use-quote.ts";

/** The words say that pressing it obliges to pay, and how much. */
export function PlaceButton(props: {
  quote: QuoteState;
  placing: PlaceOrder;
  /** What is missing, in words. */
  hindrance: string | null;
}) {
  const { quote, placing, hindrance } = props;
  const isPriced = quote.quote !== null && !quote.isStale && !quote.error;
  const words =
    quote.quote === null
      ? "Place order and pay"
      : `Place order and pay ${formatMoney(quote.quote.total, quote.quote.currency)}`;

  return (
    <div className={classes.place}>
      <Button
        fullWidth
        className={classes.button ?? ""}
        disabled={!isPriced || hindrance !== null || (placing.isHeld && !placing.isPending)}
        loading={placing.isPending}
        onClick={placing.place}
      >
        {words}
      </Button>
      {hindrance !== null && (
        <p className={classes.why} role="status">
          {hindrance}
        </p>
      )}
      {hindrance === null && !isPriced && !quote.error && (
        <p className={classes.why} role="status">
          Reckoning the price…
        </p>
      )}
    </div>
  );
}
