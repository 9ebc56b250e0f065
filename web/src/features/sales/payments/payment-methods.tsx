import "@mantine/core/styles/DataList.layer.css";
import "@mantine/core/styles/Text.layer.css";
import { Button, DataList, Text } from "@mantine/core";
import { decimalText, formatMoney } from "@portal/shared/platform/money.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { bankBranchName } from "@portal/shared/platform/region.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { IconBuildingBank, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { shop } from "../../../config.ts";
import { useSession } from "../../../session/session.tsx";
import { readStored, writeStored } from "../../../session/store.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DialogQuestion } from "../../../ui/dialog.tsx";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { usePageReturn } from "../../../ui/use-page-return.ts";
import classes from "./payments.module.css";
import type { UnpaidOrder } from "./order-to-pay.tsx";

/** One payment method is open at a time, the card first. A single method needs no choice. */
export function PaymentMethods(props: { order: UnpaidOrder }) {
  const { order } = props;
  const hasCard = order.card.available;
  const [chosen, setChosen] = useState<"card" | "eft">(
    hasCard && readStored("sessionStorage", detailsKey) !== order.uuid ? "card" : "eft",
  );
  const due = outstanding(order);
  const choice = (method: "card" | "eft") =>
    hasCard ? { isChosen: chosen === method, onChosen: () => setChosen(method) } : null;
  return (
    <div className="stack" {...(hasCard && { role: "radiogroup", "aria-label": "Payment method" })}>
      {hasCard && (
        <MethodCard
          id="by-card"
          title="Pay by card"
          icon={<IconCreditCard size={22} stroke={1.6} aria-hidden="true" />}
          choice={choice("card")}
        >
          <CardMethod order={order} />
        </MethodCard>
      )}
      <MethodCard
        id="by-transfer"
        title="Pay by bank transfer"
        icon={<IconBuildingBank size={22} stroke={1.6} aria-hidden="true" />}
        choice={choice("eft")}
      >
        {due < order.card.least && (
          <p>{formatMoney(due, order.currency)} is too little to pay by card.</p>
        )}
        <EftMethod order={order} />
      </MethodCard>
    </div>
  );
}

function MethodCard(props: {
  id: string;
  title: string;
  icon: ReactNode;
  choice: { isChosen: boolean; onChosen: () => void } | null;
  children: ReactNode;
}) {
  const { id, choice } = props;
  const words = (
    <>
      {props.icon}
      {props.title}
    </>
  );
  return (
    <section className="choice" aria-labelledby={id}>
      <h2 id={id}>
        {choice ? (
          <label className={classes.methodHeading}>
            <input
              type="radio"
              name="payment-method"
              checked={choice.isChosen}
              onChange={choice.onChosen}
            />
            {words}
          </label>
        ) : (
          <span className={classes.methodHeading}>{words}</span>
        )}
      </h2>
      {(choice?.isChosen ?? true) && (
        <div className={`${classes.methodBody} stack`}>{props.children}</div>
      )}
    </section>
  );
}

/** Names the provider before the browser leaves for it. */
function CardMethod(props: { order: UnpaidOrder }) {
  const { order } = props;
  const utils = api.useUtils();
  const [isLeaving, setLeaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isHeldUp, setHeldUp] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const leave = async () => {
    setLeaving(true);
    setError(null);
    setHeldUp(false);
    try {
      // Never from the cache: an earlier form may have an amount that is no longer due.
      const form = await utils.orders.paymentForm.fetch({ uuid: order.uuid }, { staleTime: 0 });
      rememberLeaving(order.uuid);
      openForm(form);
      timer.current = setTimeout(() => {
        setLeaving(false);
        setHeldUp(true);
      }, leavesWithinMs);
    } catch (caught) {
      setError(caught);
      setLeaving(false);
    }
  };

  return (
    <>
      <p className="quiet">
        You’ll pay on {order.card.provider}’s secure page and then return here. We never see your
        card details.
      </p>
      <ErrorNotice error={error} />
      {isHeldUp && (
        <Notice tone="bad">
          <p>
            The page of {order.card.provider} has not opened yet. Check your connection and try
            again, or pay by bank transfer. You were not charged.
          </p>
        </Notice>
      )}
      <Button fullWidth size="lg" loading={isLeaving} onClick={() => void leave()}>
        Pay&nbsp;
        <MoneyText minor={outstanding(order)} currency={order.currency} />
        &nbsp;by card
      </Button>
    </>
  );
}

/** A collected order is not sent. */
function afterTransfer({ sections }: UnpaidOrder): string {
  const isCollected = sections.every(
    ({ deliveryService }) => deliveryService === selfCollectionService,
  );
  return isCollected
    ? "We’ll tell you when you can collect your order, once the payment reaches our account."
    : "We’ll send your order once the payment reaches our account.";
}

/** The bank details for a transfer, copied exactly as a bank's form takes them. */
function EftMethod(props: { order: UnpaidOrder }) {
  const { uuid } = props.order;
  const [isOpen, setOpen] = useState(() => readStored("sessionStorage", detailsKey) === uuid);
  // The details on the page are enough to pay, so a failed email is not shown.
  const mail = api.orders.mailEftDetails.useMutation();
  const mayMail = !useIsImpersonated();
  const open = () => {
    setOpen(true);
    writeStored("sessionStorage", detailsKey, uuid);
    if (mayMail) mail.mutate({ uuid });
  };
  return (
    <>
      {isOpen ? (
        <BankDetails order={props.order} />
      ) : (
        <>
          <p className="quiet">Pay from your own bank. {afterTransfer(props.order)}</p>
          <Button fullWidth size="lg" onClick={open}>
            PAY WITH EFT
          </Button>
        </>
      )}
    </>
  );
}

function BankDetails(props: { order: UnpaidOrder }) {
  const { order } = props;
  const { bank } = order;
  const email = useShopSettings()?.contact.email ?? shop.email;
  const due = outstanding(order);
  return (
    <>
      <Notice tone="good" title="Your order is placed.">
        <p>
          {bank
            ? `Please pay using the bank details below. ${afterTransfer(order)}`
            : "Contact us for the bank details."}
        </p>
      </Notice>
      <DataList orientation="vertical" withDivider size="md">
        <Row name="Amount" shown={formatMoney(due, order.currency)} copied={decimalText(due)} />
        <Row name="Reference" shown={order.eftReference} copied={order.eftReference} isTypedOver />
        {bank && (
          <>
            <Row
              name="Account number"
              shown={bank.accountNumber}
              copied={bank.accountNumber}
              isTypedOver
            />
            <Row
              name={bankBranchName(order.currency)}
              shown={bank.branchCode}
              copied={bank.branchCode}
            />
            <Row name="Bank" shown={`${bank.bankName}, ${bank.accountType.toLowerCase()}`} />
            <Row name="Account name" shown={bank.accountName} />
          </>
        )}
      </DataList>
      <p className="quiet">
        Email your proof of payment to <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </>
  );
}

function Row(props: {
  name: string;
  shown: string;
  copied?: string;
  /** Set in monospace: capital I and small l look alike in the text font. */
  isTypedOver?: boolean;
}) {
  return (
    <DataList.Item className={classes.bankRow}>
      <DataList.ItemLabel>{props.name}</DataList.ItemLabel>
      <DataList.ItemValue translate="no">
        {props.isTypedOver ? (
          <Text span fz="lg" ff="monospace" fw={600}>
            {props.shown}
          </Text>
        ) : (
          <span className="tabular strong">{props.shown}</span>
        )}
        {props.copied !== undefined && (
          <CopyButton value={props.copied} what={props.name.toLowerCase()} />
        )}
      </DataList.ItemValue>
    </DataList.Item>
  );
}

type Credit = ApiOutputs["orders"]["creditFor"];

/**
 * What the buyer has for the order, null for none, undefined until it is known: a method that comes later would move the
 * others under the finger that presses one.
 */
export function useCreditFor(uuid: string): Credit | undefined {
  const session = useSession();
  const mayUse = !useIsImpersonated();
  const isAsked = session.state === "signed-in" && mayUse;
  const credit = api.orders.creditFor.useQuery({ uuid }, { enabled: isAsked });
  // It may have been spent meanwhile.
  usePageReturn(() => {
    if (isAsked) void credit.refetch();
  });
  if (session.state === "unknown" && session.error === null) return undefined;
  return isAsked && credit.failureCount === 0 ? credit.data : null;
}

/** The buyer's own store credit; card or bank transfer pays the rest. */
export function CreditMethod(props: { order: UnpaidOrder; credit: NonNullable<Credit> }) {
  const { uuid } = props.order;
  const [isAsking, setAsking] = useState(false);
  const pay = useCommand(api.orders.payWithCredit, { done: "Done!" });

  const { available, storeCredit, usable, commission, currency } = props.credit;
  const money = (minor: number) => formatMoney(minor, currency);
  const rest = outstanding(props.order) - usable;
  const { card } = props.order;
  const ways =
    card.available && rest >= card.least ? "by card or bank transfer" : "by bank transfer";
  const send = () => pay.send({ uuid, amount: usable, commission });
  const words =
    commission === 0
      ? `Use ${money(usable)} of store credit`
      : commission === usable
        ? `Use ${money(commission)} of commission`
        : `Use ${money(usable - commission)} of store credit and ${money(commission)} of commission`;
  return (
    <section className="choice" aria-labelledby="by-credit">
      <h2 id="by-credit" className={classes.methodHeading}>
        <IconWallet size={22} stroke={1.6} aria-hidden="true" /> Pay with store credit
      </h2>
      <div className={`${classes.methodBody} stack`}>
        <p className="quiet">
          You have {money(storeCredit)} of store credit
          {available > storeCredit &&
            ` and ${money(available - storeCredit)} of commission that you can be paid`}
          .{" "}
          {rest === 0
            ? "This covers the whole order."
            : `You’ll pay the remaining ${money(rest)} ${ways}.`}
          {usable < available && rest > 0 && " That is the least a card can pay."}
        </p>
        <ErrorNotice error={pay.error} />
        <Button
          fullWidth
          variant="default"
          h="auto"
          py="xs"
          styles={{ label: { whiteSpace: "normal" } }}
          loading={pay.isPending}
          onClick={commission === 0 ? send : () => setAsking(true)}
        >
          {words}
        </Button>
        {isAsking && (
          <DialogQuestion
            title="Use your commission for this order?"
            confirmLabel={`Use ${money(commission)} of commission`}
            onConfirm={() => {
              // Closed first, so that a request for the password is not below this dialog.
              setAsking(false);
              send();
            }}
            onCancel={() => setAsking(false)}
          >
            We’ll turn {money(commission)} of your commission into store credit and use it for this
            order. It reduces your next payout. You cannot undo this.
          </DialogQuestion>
        )}
      </div>
    </section>
  );
}

/** Slow lines need some of it. A browser says nothing of a page that it refuses to open. */
const leavesWithinMs = 30_000;

/** Leaves the page as the card provider requires: with a form post, or by its address alone. */
function openForm(target: {
  action: string;
  fields: readonly { name: string; value: string }[];
}): void {
  // A post would be held up by the content security policy, which names no host that gets no form.
  if (target.fields.length === 0) return window.location.assign(target.action);
  const form = document.createElement("form");
  form.method = "post";
  form.action = target.action;
  for (const { name, value } of target.fields) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** The order whose bank details are open, through a reload: buyers switch between them and a banking app. */
const detailsKey = "eft-details-of";
/** The order for which this browser left for the card provider. */
const leavingKey = "left-for-card-provider";

/** Remembers that this browser leaves for the card provider, because it may return without having paid. */
export function rememberLeaving(uuid: string): void {
  writeStored("sessionStorage", leavingKey, uuid);
}

/** Whether the browser just returned from the card provider for this order; true once, so that a reload does not count. */
export function takeReturn(uuid: string): boolean {
  if (readStored("sessionStorage", leavingKey) !== uuid) return false;
  writeStored("sessionStorage", leavingKey, null);
  return true;
}
