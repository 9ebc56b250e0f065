import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { errorMessage, isAnswered } from "../../../api/error-message.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { QuoteState } from "./order-form-screen.tsx";
import orderFormClasses from "./order-form.module.css";
import classes from "./order-total.module.css";

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
  const { isEmpty, error, retry } = props.quote;
  return (
    <div className={classes.total} data-last={props.action ? true : undefined}>
      <Sums quote={props.quote} />
      {Boolean(error) && !isEmpty && (
        <p className={classes.failure} role="alert">
          {errorMessage(error)}{" "}
          {!isAnswered(error) && (
            <button type="button" onClick={retry}>
              Retry
            </button>
          )}
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

/** What the order comes to, and of what. */
export function Sums(props: { quote: QuoteState }) {
  const { quote, isStale } = props.quote;
  const money = (minor: number) =>
    quote ? <MoneyText minor={minor} currency={quote.currency} /> : "–";
  return (
    <dl className={classes.sums} data-stale={isStale || undefined}>
      <div className={classes.line}>
        <dt>Products</dt>
        <dd>{money(quote?.goods ?? 0)}</dd>
      </div>
      <div className={classes.line}>
        <dt>Delivery</dt>
        <dd>{quote?.delivery === 0 ? "Free" : money(quote?.delivery ?? 0)}</dd>
      </div>
      <div className={classes.sum} aria-live="polite">
        <dt>
          Total <span className={classes.included}>with delivery</span>
        </dt>
        <dd>{money(quote?.total ?? 0)}</dd>
      </div>
    </dl>
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

/** One column to fill in; what it comes to beside it on a desk, at the bottom of the screen on a phone. */
export function StepColumns(props: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={orderFormClasses.columns}>
      <div className={orderFormClasses.column}>{props.children}</div>
      <aside className={orderFormClasses.aside} aria-label="Total" data-bottom-bar>
        {props.aside}
      </aside>
    </div>
  );
}
