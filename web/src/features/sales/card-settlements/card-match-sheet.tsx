import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { CardMatchFilter, CardMatchState } from "@portal/shared/sales/card-match.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts, type Tone } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import classes from "./card-match.module.css";

/** One card payment, seen four ways. */
export function CardMatchSheet(props: {
  payment: MatchedPayment;
  currency: Currency;
  onClose: () => void;
}) {
  const { payment, currency } = props;
  const { notification, paidOutOn, paymentId, state } = payment;
  const { word, tone, advice } = stateWords[state];
  return (
    <Sheet title="Card payment" onClose={props.onClose}>
      <div className={classes.sheet}>
        <Notice tone={tone === "good" ? "good" : tone === "bad" ? "warning" : "info"} title={word}>
          <p>{advice}</p>
        </Notice>
        <OrderWay payment={payment} currency={currency} />
        <Way title="Notification">
          <p className={classes.plain}>{notificationWords[notification]}.</p>
          {paymentId !== null && notification !== "none" && (
            <a href={`/admin/card-notifications?search=${encodeURIComponent(paymentId)}`}>
              Open the notifications of payment {paymentId}
            </a>
          )}
        </Way>
        <SettlementWay payment={payment} currency={currency} />
        <Way title="Payout to the bank">
          <p className={classes.plain}>
            {paidOutOn === null ? (
              "It lies with the provider, as far as the settlements tell."
            ) : (
              <>
                It went out with the payout of <DayText value={paidOutOn} />.
              </>
            )}
          </p>
        </Way>
      </div>
    </Sheet>
  );
}

function Way(props: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.way}>
      <h3 className={classes.heading}>{props.title}</h3>
      {props.children}
    </section>
  );
}

function OrderWay(props: { payment: MatchedPayment; currency: Currency }) {
  const { ledger, orderNumber, day } = props.payment;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <Way title="Order">
      {ledger ? (
        <Facts
          facts={[
            { name: "Order", value: `${eftPrefix}${orderNumber}` },
            { name: "Paid", value: money(ledger.amount) },
            { name: "Fee as notified", value: money(ledger.fee) },
            { name: "Day", value: <DayText value={day} /> },
          ]}
        />
      ) : (
        <p className={classes.plain}>The ledger has no such payment.</p>
      )}
      {orderNumber !== null && <a href={`/admin/orders?search=${orderNumber}`}>Open the order</a>}
    </Way>
  );
}

function SettlementWay(props: { payment: MatchedPayment; currency: Currency }) {
  const { settlement } = props.payment;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <Way title="Settlement">
      {settlement ? (
        <Facts
          facts={[
            { name: "Received", value: money(settlement.amount) },
            { name: "Fee taken", value: money(settlement.fee) },
            { name: "Left of it", value: money(settlement.net) },
            { name: "Day", value: <DayText value={settlement.day} /> },
          ]}
        />
      ) : (
        <p className={classes.plain}>No settlement tells of it.</p>
      )}
    </Way>
  );
}

export type CardMatchList = ApiOutputs["cardMatch"]["list"];
export type MatchedPayment = CardMatchList["rows"][number];
export type MatchedDeposit = CardMatchList["deposits"][number];

export const stateWords: Record<CardMatchState, { word: string; tone: Tone; advice: string }> = {
  matched: { word: "Matched", tone: "good", advice: "Everything agrees to the cent." },
  waiting: {
    word: "Waiting for its settlement",
    tone: "waiting",
    advice: "No settlement of its day was uploaded yet.",
  },
  "missing-in-ledger": {
    word: "Missing in the ledger",
    tone: "bad",
    advice: "The provider received it, and no order has it. Look for its notification.",
  },
  "missing-in-settlement": {
    word: "Missing in the settlement",
    tone: "bad",
    advice: "The order counts as paid, and the provider does not tell of it. Ask the provider.",
  },
  "amount-differs": {
    word: "Amount differs",
    tone: "bad",
    advice: "Ledger and settlement name different amounts. Ask the provider.",
  },
  "fee-differs": {
    word: "Fee differs",
    tone: "waiting",
    advice: "The provider kept another fee than it had notified.",
  },
  "no-notification": {
    word: "No notification",
    tone: "waiting",
    advice: "It is in the ledger and in the settlement, but no notification of it was kept.",
  },
};

export const filterWords: Record<CardMatchFilter, string> = {
  exceptions: "Exceptions",
  waiting: "Waiting",
  matched: "Matched",
  all: "All",
};

const notificationWords: Record<MatchedPayment["notification"], string> = {
  applied: "Came in and was applied",
  other: "Came in and was not applied",
  none: "None is kept",
};

export const depositWords: Record<MatchedDeposit["state"], { word: string; tone: Tone }> = {
  matched: { word: "On the account", tone: "good" },
  waiting: { word: "Waiting for a bank statement", tone: "waiting" },
  "missing-in-bank": { word: "Missing on the bank statement", tone: "bad" },
  "missing-in-settlement": { word: "No payout explains it", tone: "bad" },
};
