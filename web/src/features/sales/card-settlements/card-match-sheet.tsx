import { Stack, Text, Title } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { CardMatchFilter, CardMatchState } from "@portal/shared/sales/card-match.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts, type Tone } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";

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
      <Stack gap="lg">
        <Notice tone={tone === "good" ? "good" : tone === "bad" ? "warning" : "info"} title={word}>
          {advice}
        </Notice>
        <OrderWay payment={payment} currency={currency} />
        <Way title="Notification">
          <Text>{notificationWords[notification]}.</Text>
          {paymentId !== null && notification !== "none" && (
            <a href={`/admin/card-notifications?search=${encodeURIComponent(paymentId)}`}>
              View notifications of payment {paymentId}
            </a>
          )}
        </Way>
        <SettlementWay payment={payment} currency={currency} />
        <Way title="Payout to the bank">
          <Text>
            {paidOutOn === null ? (
              "Not paid out yet, according to the settlement files."
            ) : (
              <>
                Paid out on <DayText value={paidOutOn} />.
              </>
            )}
          </Text>
        </Way>
      </Stack>
    </Sheet>
  );
}

function Way(props: { title: string; children: React.ReactNode }) {
  return (
    <Stack component="section" gap={8}>
      <Title order={3}>{props.title}</Title>
      {props.children}
    </Stack>
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
            { name: "Expected fee", value: money(ledger.fee) },
            { name: "Date", value: <DayText value={day} /> },
          ]}
        />
      ) : (
        <Text>Not in the ledger.</Text>
      )}
      {orderNumber !== null && <a href={`/admin/orders?search=${orderNumber}`}>View order</a>}
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
            { name: "Fee charged", value: money(settlement.fee) },
            { name: "Net", value: money(settlement.net) },
            { name: "Date", value: <DayText value={settlement.day} /> },
          ]}
        />
      ) : (
        <Text>Not in any settlement file.</Text>
      )}
    </Way>
  );
}

export type CardMatchList = ApiOutputs["cardMatch"]["list"];
export type MatchedPayment = CardMatchList["rows"][number];
export type MatchedDeposit = CardMatchList["deposits"][number];

export const stateWords: Record<CardMatchState, { word: string; tone: Tone; advice: string }> = {
  matched: { word: "Matched", tone: "good", advice: "All amounts agree." },
  waiting: {
    word: "Waiting for settlement",
    tone: "waiting",
    advice: "Upload the settlement file for that day.",
  },
  "missing-in-ledger": {
    word: "Not in the ledger",
    tone: "bad",
    advice: "The provider received this payment but no order has it. Check card notifications.",
  },
  "missing-in-settlement": {
    word: "Not in the settlement",
    tone: "bad",
    advice: "The order is paid but the provider does not list it. Ask the provider.",
  },
  "amount-differs": {
    word: "Amount differs",
    tone: "bad",
    advice: "The ledger and settlement amounts differ. Ask the provider.",
  },
  "fee-differs": {
    word: "Fee differs",
    tone: "waiting",
    advice: "The fee charged differs from the notified fee.",
  },
  "no-notification": {
    word: "No notification",
    tone: "waiting",
    advice: "In the ledger and the settlement, but no notification was stored.",
  },
};

export const filterWords: Record<CardMatchFilter, string> = {
  exceptions: "Exceptions",
  waiting: "Waiting",
  matched: "Matched",
  all: "All",
};

const notificationWords: Record<MatchedPayment["notification"], string> = {
  applied: "Received and applied",
  other: "Received, not applied",
  none: "None stored",
};

export const depositWords: Record<MatchedDeposit["state"], { word: string; tone: Tone }> = {
  matched: { word: "Received in bank", tone: "good" },
  waiting: { word: "Waiting for a bank statement", tone: "waiting" },
  "missing-in-bank": { word: "Not on the bank statement", tone: "bad" },
  "missing-in-settlement": { word: "No matching payout", tone: "bad" },
};
