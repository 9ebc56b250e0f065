import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { errorMessage, isAnswered } from "../../../api/error-message.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { changeDraft, type OrderDraft, type OrderStep, unitsOf } from "./order-draft.ts";
import classes from "./order-form.module.css";
import { contentsOf, useParcels } from "./use-parcels.ts";
import type { Quoted, QuoteState } from "./order-quote.ts";

/** All costs, shown from the first step on, with the button to the next step. */
export function OrderTotal(props: {
  draft: OrderDraft;
  quote: QuoteState;
  isLast?: boolean;
  /** The button to the next step. */
  children: ReactNode;
}) {
  const { isEmpty, error, retry } = props.quote;
  return (
    <div className={`${classes.total} stack`} data-last={props.isLast}>
      <h2>Your order</h2>
      <Sums draft={props.draft} quote={props.quote} />
      {Boolean(error) && !isEmpty && (
        <p className="bad small" role="alert">
          {errorMessage(error)}{" "}
          {!isAnswered(error) && (
            <button type="button" className="link" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      )}
      {props.children}
    </div>
  );
}

/** The total with its lines, or with one line for each of several parcels. */
export function Sums(props: { draft: OrderDraft; quote: QuoteState }) {
  const { quote, isStale } = props.quote;
  const parcels = useParcels(props.draft, props.quote);
  const money = (minor: number) =>
    quote ? <MoneyText minor={minor} currency={quote.currency} /> : "–";
  const units = props.draft.sections.reduce((sum, section) => sum + unitsOf(section), 0);
  const delivery = quote?.delivery === 0 ? "Free" : money(quote?.delivery ?? 0);
  return (
    <dl className={classes.sums} data-stale={isStale || undefined}>
      {parcels.length > 1 ? (
        parcels.map((parcel) => (
          <div key={parcel.at}>
            <dt>
              {parcel.name ?? "A new recipient"}
              <span>
                {contentsOf(parcel)}
                {parcel.quoted?.delivery !== 0 && ", with delivery"}
              </span>
            </dt>
            <dd>{money((parcel.quoted?.total ?? 0) + (parcel.quoted?.saved ?? 0))}</dd>
          </div>
        ))
      ) : (
        <>
          {(quote?.sections[0]?.lines ?? []).map((line) => (
            <div key={line.productId}>
              <dt>
                {line.quantity} × {line.name}
              </dt>
              <dd>{money(line.listPrice * line.quantity)}</dd>
            </div>
          ))}
          {!quote && (
            <div>
              <dt>Products</dt>
              <dd>–</dd>
            </div>
          )}
          <div>
            <dt>Delivery</dt>
            <dd>{delivery}</dd>
          </div>
        </>
      )}
      {quote?.discount && (
        <div>
          <dt>{discountWords(quote.discount)}</dt>
          <dd>−{money(quote.discount.saved)}</dd>
        </div>
      )}
      <div className={classes.sum} aria-live="polite">
        <dt>
          Total <span>{units > 1 && `for ${units} units, `}including delivery</span>
        </dt>
        <dd>{money(quote?.total ?? 0)}</dd>
      </div>
      {quote && quote.storeCredit > 0 && (
        <>
          <div>
            <dt>
              Your store credit <span>You can use it on the next page</span>
            </dt>
            <dd>−{money(quote.storeCredit)}</dd>
          </div>
          <div>
            <dt>Amount due after store credit</dt>
            <dd>{money(quote.total - quote.storeCredit)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

/** The reason for the order's discount. */
function discountWords({ kind, bps }: NonNullable<Quoted["discount"]>): string {
  return kind === "black-friday" ? `Black Friday −${bps / 100}%` : `Your ${bps / 100}% discount`;
}

/** While disabled, the button shows the reason below. */
export function NextButton(props: {
  /** Why the next step is not available yet, in words. */
  hindrance: string | null;
  isGoingOn?: boolean;
  onNext: () => void;
}) {
  return (
    <>
      <Button
        size="lg"
        miw={120}
        disabled={props.hindrance !== null}
        loading={props.isGoingOn ?? false}
        onClick={props.onNext}
      >
        Next
      </Button>
      {props.hindrance !== null && (
        <p className="quiet small" role="status">
          {props.hindrance}
        </p>
      )}
    </>
  );
}

const steps = [
  { number: 1, words: "Quantity and recipient" },
  { number: 2, words: "Delivery" },
  { number: 3, words: "Check and pay" },
] as const;

/** The steps of the form; completed ones link back. */
function OrderSteps({ step }: { step: OrderStep }) {
  return (
    <ol className={`${classes.steps} steps wrap`} aria-label="Steps of the order">
      {steps.map(({ number, words }) => {
        const isDone = number < step;
        const shown = (
          <>
            <span className="number">
              {isDone ? <IconCheck size={14} stroke={3} aria-hidden="true" /> : number}
            </span>
            <span>{words}</span>
          </>
        );
        return (
          <li
            key={words}
            aria-current={number === step ? "step" : undefined}
            data-done={isDone || undefined}
          >
            {isDone ? (
              <button
                type="button"
                className="link"
                aria-label={`Back to step ${number}: ${words}`}
                onClick={() => changeDraft((before) => ({ ...before, step: number }))}
              >
                {shown}
              </button>
            ) : (
              shown
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The form with the total beside it, or on a phone at the bottom of the screen. */
export function StepColumns(props: { step: OrderStep; children: ReactNode; aside: ReactNode }) {
  return (
    <>
      <OrderSteps step={props.step} />
      <div className={`${classes.columns} wrap`}>
        <div className={`${classes.column} stack`} data-later={props.step > 1 || undefined}>
          {props.children}
        </div>
        <aside className={`${classes.aside} card`} aria-label="Your order" data-bottom-bar>
          {props.aside}
        </aside>
      </div>
    </>
  );
}
