import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DayText } from "../../../ui/day-text.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type MatchedPayment, notificationWords, stateWords } from "./card-match-words.ts";
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
    <Dialog shape="sheet" title="Card payment" onClose={props.onClose}>
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
    </Dialog>
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
