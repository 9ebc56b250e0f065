import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { bankBranchName } from "@portal/shared/platform/region.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { IconBuildingBank, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { shop } from "../../../config.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { plainAmount } from "../../../ui/amount.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import classes from "./pay-screen.module.css";
import type { UnpaidOrder } from "./pay-screen.tsx";

/** Names the provider before anybody leaves for it, and says loudly where no real money moves. */
export function CardMethod(props: { order: UnpaidOrder }) {
  const { order } = props;
  const utils = api.useUtils();
  const [isLeaving, setLeaving] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const leave = async () => {
    setLeaving(true);
    setError(null);
    try {
      // Asked for afresh: what was fetched before may carry an amount that is no longer due.
      const form = await utils.orders.paymentForm.fetch({ uuid: order.uuid }, { staleTime: 0 });
      rememberLeaving(order.uuid);
      postForm(form);
    } catch (caught) {
      setError(caught);
      setLeaving(false);
    }
  };

  return (
    <section className={classes.method} aria-labelledby="by-card">
      {!order.card.live && <p className={classes.ribbon}>Test mode: no real money moves</p>}
      <h2 id="by-card" className={classes.heading}>
        <IconCreditCard size={22} stroke={1.6} aria-hidden="true" /> By card
      </h2>
      <p className={classes.text}>
        You will leave for {shop.cardProvider}, pay there, and come back here. We never see your
        card.
      </p>
      {error !== null && (
        <Notice tone="bad">
          <p>{errorMessage(error)}</p>
        </Notice>
      )}
      <Button fullWidth loading={isLeaving} onClick={() => void leave()}>
        Pay&nbsp;
        <MoneyText minor={outstanding(order)} currency={order.currency} />
        &nbsp;by card
      </Button>
    </section>
  );
}

/** A transfer that cannot go wrong: what a bank asks for can be copied, without a space too many. */
export function EftMethod(props: { order: UnpaidOrder }) {
  const [isOpen, setOpen] = useState(false);
  // The same details by mail. What is on the page is enough to pay, so a mail that fails is no failure.
  const mail = api.orders.mailEftDetails.useMutation();
  const open = () => {
    setOpen(true);
    mail.mutate({ uuid: props.order.uuid });
  };
  return (
    <section className={classes.method} aria-labelledby="by-transfer">
      <h2 id="by-transfer" className={classes.heading}>
        <IconBuildingBank size={22} stroke={1.6} aria-hidden="true" /> By bank transfer
      </h2>
      {isOpen ? (
        <BankDetails order={props.order} />
      ) : (
        <>
          <p className={classes.text}>Pay from your own bank. We send it when the money shows.</p>
          <Button fullWidth variant="default" onClick={open}>
            PAY WITH EFT
          </Button>
        </>
      )}
    </section>
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
            ? "Please pay it using the bank details below. We send it when the money shows."
            : "Please write to us, and we tell you where to pay."}
        </p>
      </Notice>
      <dl className={classes.bank}>
        <Row name="Amount" shown={formatMoney(due, order.currency)} copied={plainAmount(due)} />
        <Row name="Reference" shown={order.eftReference} copied={order.eftReference} />
        {bank && <BankRows bank={bank} branchName={bankBranchName(order.currency)} />}
      </dl>
      <p className={classes.text}>
        Please email the proof of payment to <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </>
  );
}

function BankRows(props: { bank: NonNullable<UnpaidOrder["bank"]>; branchName: string }) {
  const { bank } = props;
  return (
    <>
      <Row name="Account number" shown={bank.accountNumber} copied={bank.accountNumber} />
      <Row name={props.branchName} shown={bank.branchCode} copied={bank.branchCode} />
      <Row name="Bank" shown={`${bank.bankName}, ${bank.accountType.toLowerCase()}`} />
      <Row name="Account name" shown={bank.accountName} />
    </>
  );
}

function Row(props: { name: string; shown: string; copied?: string }) {
  return (
    <div className={classes.bankRow}>
      <dt>{props.name}</dt>
      <dd className="tabular">{props.shown}</dd>
      {props.copied !== undefined && (
        <dd className={classes.copy}>
          <CopyButton value={props.copied} what={props.name.toLowerCase()} />
        </dd>
      )}
    </div>
  );
}

/** Store credit of whoever placed the order, where there is some; card or bank pays the rest. */
export function CreditMethod(props: { order: UnpaidOrder }) {
  const session = useSession();
  return session.state === "signed-in" ? <OwnCredit order={props.order} /> : null;
}

function OwnCredit(props: { order: UnpaidOrder }) {
  const { uuid } = props.order;
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const credit = api.orders.creditFor.useQuery({ uuid });
  const pay = api.orders.payWithCredit.useMutation({
    onSuccess: async () => {
      await Promise.all([
        utils.orders.byUuid.invalidate({ uuid }),
        utils.orders.creditFor.invalidate({ uuid }),
      ]);
      showToast("Done!");
    },
  });
  if (!credit.data || credit.data.usable === 0) return null;

  const { available, usable, currency } = credit.data;
  const rest = outstanding(props.order) - usable;
  const send = () => {
    const request = { uuid, amount: usable };
    pay.mutate({ ...request, commandId: commandIdFor(request) });
  };
  return (
    <section className={classes.method} aria-labelledby="by-credit">
      <h2 id="by-credit" className={classes.heading}>
        <IconWallet size={22} stroke={1.6} aria-hidden="true" /> With your credit
      </h2>
      <p className={classes.text}>
        You have {formatMoney(available, currency)}.{" "}
        {rest === 0
          ? "It pays this order in full."
          : `It leaves ${formatMoney(rest, currency)} to pay by card or bank transfer.`}
      </p>
      {pay.error && (
        <Notice tone="bad">
          <p>{errorMessage(pay.error)}</p>
        </Notice>
      )}
      <Button fullWidth variant="default" loading={pay.isPending} onClick={send}>
        Use {formatMoney(usable, currency)} of your credit
      </Button>
    </section>
  );
}

/** Leaves this page for another by a form post, as card providers want it. */
function postForm(target: {
  action: string;
  fields: readonly { name: string; value: string }[];
}): void {
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

const key = "left-for-card-provider";

/** This browser goes to the card provider, and may come back without having paid. */
export function rememberLeaving(uuid: string): void {
  try {
    sessionStorage.setItem(key, uuid);
  } catch {
    // Without a memory nobody is told anything.
  }
}

/** Whether it is back from there for this order; asked once, since a reload is no second return. */
export function takeReturn(uuid: string): boolean {
  try {
    if (sessionStorage.getItem(key) !== uuid) return false;
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
