import { z } from "zod/mini";
import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import {
  amountToExplain,
  cardLineWords,
  type CardMatchFilter,
  type CardMatchState,
  ignoreCardExceptionSchema,
  isCardException,
  isDispute,
} from "@portal/shared/sales/card-match.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText } from "../../../ui/days.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts, type Tone } from "../../../ui/facts.tsx";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { BookedFee } from "./card-fees.tsx";
import { ExplainedLine, ExplainLine } from "./card-line.tsx";

/** One card payment as order, notification, settlement and bank payout. */
export function CardMatchSheet(props: {
  payment: MatchedPayment;
  match: Pick<CardMatchList, "currency" | "from" | "to">;
  onClose: () => void;
}) {
  const { payment, match } = props;
  const { currency } = match;
  const { kind, type, notification, paidOutOn, paymentId, state, settlement, explained, ignored } =
    payment;
  const toExplain =
    settlement === null
      ? 0
      : amountToExplain({ type: type ?? "", gross: settlement.amount, net: settlement.net });
  const { word, tone, advice } = wordsOf(payment);
  const may = useMayCall();
  return (
    <Sheet title={titles[kind]} onClose={props.onClose}>
      <Stack gap="lg">
        <Notice tone={tone === "good" ? "good" : tone === "bad" ? "warning" : "info"} title={word}>
          {advice}
        </Notice>
        {state === "unknown-type" &&
          !ignored &&
          settlement &&
          toExplain !== 0 &&
          may("cardMatch.explain") && (
            <ExplainLine lineId={settlement.lineId} amount={toExplain} onDone={props.onClose} />
          )}
        {explained && settlement && (
          <ExplainedLine explained={explained} lineId={settlement.lineId} onDone={props.onClose} />
        )}
        {isCardException(state) &&
          (ignored ? (
            <IgnoredPart ignored={ignored} onDone={props.onClose} />
          ) : (
            may("cardMatch.ignore") && (
              <IgnoreForm payment={payment} match={match} onDone={props.onClose} />
            )
          ))}
        <OrderPart payment={payment} currency={currency} />
        {kind === "payment" && (
          <Part title="Notification">
            <Text>{notificationWords[notification]}.</Text>
            {may("notifications.list") && paymentId !== null && notification !== "none" && (
              <a href={`/admin/card-notifications?search=${encodeURIComponent(paymentId)}`}>
                View notifications of payment {paymentId}
              </a>
            )}
          </Part>
        )}
        <SettlementPart payment={payment} currency={currency} onDone={props.onClose} />
        {kind !== "unknown" && (
          <Part title="Payout to the bank">
            <Text>
              {paidOutOn === null ? (
                "Not paid out yet, according to the settlement files."
              ) : (
                <>
                  Paid out on <DayText value={paidOutOn} />.
                </>
              )}
            </Text>
          </Part>
        )}
      </Stack>
    </Sheet>
  );
}

/** Ignores an exception with a note; it can be reopened. */
function IgnoreForm(props: {
  payment: MatchedPayment;
  match: Pick<CardMatchList, "from" | "to">;
  onDone: () => void;
}) {
  const { payment, match } = props;
  const { state, paymentId, orderId, orderNumber, settlement } = payment;
  const [isOpen, setIsOpen] = useState(false);
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "ignore",
    schema: z.pick(ignoreCardExceptionSchema, { note: true }),
    initialValues: { note: "" },
  });
  const ignore = useCommand(api.cardMatch.ignore, {
    repeatable: true,
    done: "Exception ignored.",
    form: { showErrors },
    onDone: props.onDone,
  });
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Ignore exception
      </Button>
    );
  const seen = {
    from: match.from,
    to: match.to,
    state,
    paymentId,
    orderId,
    orderNumber,
    settledOn: settlement?.day ?? null,
    settledAmount: settlement?.amount ?? null,
  };
  return (
    <FormPage
      onSubmit={onSubmit(({ note }) => ignore.send({ ...seen, note }))}
      submitLabel="Ignore exception"
      back={{
        label: "Back",
        go: () => {
          form.reset();
          setIsOpen(false);
        },
      }}
      isDirty={form.isDirty()}
      isBusy={ignore.isPending}
      failure={ignore.error}
    >
      <TextInput
        label="Note"
        description="For example: refunded at the provider, fee agreed."
        required
        {...form.getInputProps("note")}
      />
    </FormPage>
  );
}

function IgnoredPart(props: {
  ignored: NonNullable<MatchedPayment["ignored"]>;
  onDone: () => void;
}) {
  const { id, note, byName, at } = props.ignored;
  const may = useMayCall();
  const reopen = useCommand(api.cardMatch.reopen, {
    repeatable: true,
    done: "Exception reopened.",
    onDone: props.onDone,
  });
  return (
    <Part title="Ignored">
      <Text style={{ overflowWrap: "anywhere" }}>{note}</Text>
      <Text size="sm" c="dimmed">
        By {byName} on <DayText value={at} />
      </Text>
      <ErrorNotice error={reopen.error} />
      {may("cardMatch.reopen") && (
        <Button variant="default" loading={reopen.isPending} onClick={() => reopen.send({ id })}>
          Reopen
        </Button>
      )}
    </Part>
  );
}

function Part(props: { title: string; children: React.ReactNode }) {
  return (
    <Stack component="section" gap={8}>
      <Title order={3}>{props.title}</Title>
      {props.children}
    </Stack>
  );
}

function OrderPart(props: { payment: MatchedPayment; currency: Currency }) {
  const { kind, ledger, orderId, orderNumber, day } = props.payment;
  const seesOrders = useMayCall()("orders.list");
  if (kind === "unknown" && orderId === null && orderNumber === null) return null;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <Part title="Order">
      {ledger ? (
        <Facts
          facts={[
            { name: "Order", value: `${eftPrefix}${orderNumber}` },
            {
              name: kind === "refund" ? "Refunded" : "Paid",
              value: money(Math.abs(ledger.amount)),
            },
            kind === "payment" && { name: "Expected fee", value: money(ledger.fee) },
            { name: "Date", value: <DayText value={day} /> },
          ]}
        />
      ) : kind === "unknown" ? null : (
        <Text>
          {orderId === null
            ? "Not in the ledger."
            : `The order does not have this ${kind === "refund" ? "refund" : "payment"}.`}
        </Text>
      )}
      {!seesOrders ? null : orderId !== null ? (
        <a href={`/admin/orders?order=${orderId}`}>View order</a>
      ) : (
        orderNumber !== null && (
          <a href={`/admin/orders?search=${orderNumber}`}>Search orders for {orderNumber}</a>
        )
      )}
    </Part>
  );
}

function SettlementPart(props: {
  payment: MatchedPayment;
  currency: Currency;
  onDone: () => void;
}) {
  const { kind, settlement, type } = props.payment;
  const may = useMayCall();
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <Part title="Settlement">
      {settlement ? (
        <Facts
          facts={[
            type !== null && type !== "" && { name: "Type", value: type },
            kind === "unknown"
              ? { name: "Amount", value: money(settlement.amount) }
              : {
                  name: settlement.amount < 0 ? "Refunded" : "Received",
                  value: money(Math.abs(settlement.amount)),
                },
            {
              name: settlement.fee < 0 ? "Fee returned" : "Fee charged",
              value: money(Math.abs(settlement.fee)),
            },
            settlement.bookedFee !== null && {
              name: "Booked apart from the payment",
              value: money(settlement.bookedFee),
            },
            { name: "Net", value: money(settlement.net) },
            { name: "Date", value: <DayText value={settlement.day} /> },
          ]}
        />
      ) : (
        <Text>Not in any settlement file.</Text>
      )}
      {may("cardMatch.unbookFee") && <BookedFee settlement={settlement} onDone={props.onDone} />}
    </Part>
  );
}

export type CardMatchList = ApiOutputs["cardMatch"]["list"];
export type MatchedPayment = CardMatchList["rows"][number];
export type MatchedDeposit = CardMatchList["deposits"][number];

const titles: Record<MatchedPayment["kind"], string> = {
  payment: "Card payment",
  refund: "Refund or chargeback",
  unknown: "Transaction of the card provider",
};

/** What a state says of this row, and what to do. */
export function wordsOf({
  kind,
  type,
  state,
  explained,
}: Pick<MatchedPayment, "kind" | "type" | "state" | "explained">) {
  if (explained)
    return { word: cardLineWords[explained.kind], tone: "good", advice: "It is booked." } as const;
  return (
    (isDispute(type ?? "") && disputeWords[state]) ||
    (kind === "refund" && refundWords[state]) ||
    stateWords[state]
  );
}

const disputeWords: Partial<Record<CardMatchState, { word: string; tone: Tone; advice: string }>> =
  {
    "missing-in-ledger": {
      word: "Dispute, no refund recorded",
      tone: "bad",
      advice:
        "The buyer’s bank took this money back. Keep the parcel if it is still here. While the dispute is open, leave this as it is. Once it is lost, record the refund on the order (Refund, to the card), with the goods, so that money and commission agree. Once it is won, ignore this and its reversal with a note. Its fee is booked with the other fees, whatever becomes of it.",
    },
    "unknown-type": {
      word: "Dispute, money back",
      tone: "bad",
      advice:
        "The provider returned what the buyer’s bank took. If no refund is recorded on the order, ignore this and the dispute with a note. If one is, choose “Refund that failed”: your accountant then books the sale again. Its fee is booked with the other fees.",
    },
  };

const refundWords: Partial<Record<CardMatchState, { word: string; tone: Tone; advice: string }>> = {
  "missing-in-ledger": {
    word: "Refund not recorded",
    tone: "bad",
    advice:
      "The provider gave this money back to the card, and no refund on the order says so. If you refunded it there, record it on the order: Refund, to the card. If you did not, the buyer’s bank took it back (a chargeback). Ask the provider for the reason, keep the parcel if it is still here, and record the same refund, with the goods, so that money and commission agree.",
  },
  "missing-in-settlement": {
    word: "Not in the settlement",
    tone: "bad",
    advice:
      "The order says that this went back to the card, and the provider does not list it. Refund it at the provider, or ask why it is missing.",
  },
  "amount-differs": {
    word: "Amount differs",
    tone: "bad",
    advice:
      "The refund on the order and that of the provider are not the same. Record or refund the difference.",
  },
};

const stateWords: Record<CardMatchState, { word: string; tone: Tone; advice: string }> = {
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
    advice:
      "The fee charged differs from the notified fee. Book the difference, or ask the provider.",
  },
  "no-notification": {
    word: "No notification",
    tone: "waiting",
    advice: "In the ledger and the settlement, but no notification was stored.",
  },
  "unknown-type": {
    word: "To explain",
    tone: "bad",
    advice:
      "It belongs to no order, payout or booked fee. Say what it is. Ignore it with a note if it only holds money back, or if a bank transaction books it.",
  },
};

export const filterWords: Record<CardMatchFilter, string> = {
  exceptions: "Exceptions",
  ignored: "Ignored",
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
