import { Button } from "@mantine/core";
import { IconBuildingBank } from "@tabler/icons-react";
import { bankBranchName } from "@portal/shared/platform/region.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { shop } from "../../../config.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { plainAmount } from "../../../ui/amount.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { PayableOrder } from "./pay-screen.tsx";
import classes from "./pay-screen.module.css";

/** A transfer that cannot go wrong: what a bank asks for can be copied, without a space too many. */
export function EftMethod(props: { order: PayableOrder }) {
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

function BankDetails(props: { order: PayableOrder }) {
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

function BankRows(props: { bank: NonNullable<PayableOrder["bank"]>; branchName: string }) {
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
