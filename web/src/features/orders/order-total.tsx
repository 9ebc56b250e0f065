import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { errorMessage } from "../../api/error-message.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import classes from "./order-total.module.css";
import type { QuoteState } from "./use-quote.ts";

/** Every cost from the first step on, with the way to the next one. */
export function OrderTotal(props: {
  quote: QuoteState;
  nextLabel: string;
  onNext: () => void;
  /** In place of the Next button, where the last step has its own. */
  action?: ReactNode;
}) {
  const { quote, isEmpty, isStale, error, retry } = props.quote;
  return (
    <div className={classes.total} data-last={props.action ? true : undefined}>
      <dl className={classes.sums} data-stale={isStale || undefined}>
        <div className={classes.line}>
          <dt>Products</dt>
          <dd>{quote ? <MoneyText minor={quote.goods} currency={quote.currency} /> : "–"}</dd>
        </div>
        <div className={classes.line}>
          <dt>Delivery</dt>
          <dd>
            {quote ? (
              quote.delivery === 0 ? (
                "Free"
              ) : (
                <MoneyText minor={quote.delivery} currency={quote.currency} />
              )
            ) : (
              "–"
            )}
          </dd>
        </div>
        <div className={classes.sum} aria-live="polite">
          <dt>
            Total <span className={classes.included}>with delivery</span>
          </dt>
          <dd>{quote ? <MoneyText minor={quote.total} currency={quote.currency} /> : "–"}</dd>
        </div>
      </dl>
      {Boolean(error) && !isEmpty && (
        <p className={classes.failure} role="alert">
          {errorMessage(error)}{" "}
          <button type="button" onClick={retry}>
            Retry
          </button>
        </p>
      )}
      {props.action ?? (
        <Button className={classes.next ?? ""} onClick={props.onNext}>
          {props.nextLabel}
        </Button>
      )}
    </div>
  );
}
