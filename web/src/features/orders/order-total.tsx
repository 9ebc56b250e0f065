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
  /** Why there is no going on yet, in words. */
  hindrance?: string | null;
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
        <NextButton
          label={props.nextLabel}
          hindrance={props.hindrance ?? null}
          onNext={props.onNext}
        />
      )}
    </div>
  );
}

/** What stands in the way is said beside the button, so that nobody wonders why it does nothing. */
function NextButton(props: { label: string; hindrance: string | null; onNext: () => void }) {
  return (
    <>
      <Button
        className={classes.next ?? ""}
        disabled={props.hindrance !== null}
        onClick={props.onNext}
      >
        {props.label}
      </Button>
      {props.hindrance !== null && (
        <p className={classes.why} role="status">
          {props.hindrance}
        </p>
      )}
    </>
  );
}
