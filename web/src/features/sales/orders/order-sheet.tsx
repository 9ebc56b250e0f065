import { Button, TextInput } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { useState } from "react";
import { z } from "zod";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import "../../../theme/mantine-forms.ts";
import { parseAmount, plainAmount } from "../../../ui/amount.ts";
import { DayText, today } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import { DateField } from "../../../ui/fields.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { OrderDocuments, OrderSteps } from "../../../ui/order-status.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import { CancelOrderDialog } from "./cancel-order-dialog.tsx";
import { DeliverySection } from "./delivery/delivery-section.tsx";
import { ExplainButton } from "./explanation/explanation-dialog.tsx";
import classes from "./office-orders.module.css";
import { OrderFacts, OrderGoods, type RecipientEditor } from "./order-detail-parts.tsx";
import { ReassignDialog } from "./reassign-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

export type OrderDetail = ApiOutputs["orders"]["detail"];

/** One order beside the list: all that is known of it, and what the office does with it. */
export function OrderSheet(props: {
  uuid: string;
  onClose: () => void;
  RecipientEditor?: RecipientEditor | undefined;
}) {
  const order = api.orders.detail.useQuery({ uuid: props.uuid });
  const title = order.data ? `Order ${order.data.orderNumber}` : "Order";
  return (
    <Sheet title={title} onClose={props.onClose}>
      {order.data ? (
        <Order order={order.data} RecipientEditor={props.RecipientEditor} />
      ) : order.error ? (
        <Failure what="the order" error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Loading what="the order" lines={6} />
      )}
    </Sheet>
  );
}

function Order(props: { order: OrderDetail; RecipientEditor: RecipientEditor | undefined }) {
  const { order } = props;
  return (
    <div className={classes.sheet}>
      {order.excess > 0 && (
        <Notice tone="warning" title="More came in than was asked for">
          <p>Somebody has to give the difference back.</p>
        </Notice>
      )}
      <OrderFacts order={order} />
      <OrderActions order={order} />
      {order.state === "placed" && <RecordEftForm order={order} />}
      <OrderDocuments order={order} />
      <OrderGoods order={order} RecipientEditor={props.RecipientEditor} />
      {order.live && (
        <DeliverySection
          uuid={order.uuid}
          isPaid={order.state === "paid" || order.state === "partly-refunded"}
          isOpen={order.state !== "cancelled" && order.state !== "refunded"}
        />
      )}
      <section className={classes.part} aria-labelledby="order-steps">
        <h3 id="order-steps" className={classes.heading}>
          What happened
        </h3>
        <OrderSteps order={order} />
      </section>
      <OrderMails mails={order.mails} />
      <a href={`/orders/pay/${order.uuid}`}>Open the buyer’s page of this order</a>
    </div>
  );
}

/** What can be done with it as it stands; what cannot is not offered. */
function OrderActions(props: { order: OrderDetail }) {
  const { order } = props;
  const [doing, setDoing] = useState<"refund" | "cancel" | "reassign" | null>(null);
  const stop = () => setDoing(null);
  const isPaid = order.paidAt !== null;
  const canCancel = order.state !== "cancelled" && (!isPaid || order.left.amount === 0);

  return (
    <div className={classes.actions}>
      {order.left.amount > 0 && (
        <Button variant="default" onClick={() => setDoing("refund")}>
          Refund
        </Button>
      )}
      {order.state !== "cancelled" && (
        <Button variant="default" onClick={() => setDoing("reassign")}>
          Give to another seller
        </Button>
      )}
      {canCancel && (
        <Button variant="default" onClick={() => setDoing("cancel")}>
          Cancel the order
        </Button>
      )}
      {isPaid && <ExplainButton uuid={order.uuid} orderNumber={order.orderNumber} />}
      {doing === "refund" && <RefundDialog order={order} onClose={stop} />}
      {doing === "cancel" && <CancelOrderDialog order={order} asksWhy onClose={stop} />}
      {doing === "reassign" && (
        <ReassignDialog orders={[order]} onClose={stop} onReassigned={stop} />
      )}
    </div>
  );
}

type Mail = OrderDetail["mails"][number];

const kinds: Partial<Record<Mail["kind"], string>> = {
  "order-placed": "Order placed",
  "order-eft": "How to pay by bank transfer",
  "order-paid": "Order paid",
  "order-cancelled": "Order cancelled",
  "order-refunded": "Money given back",
  "order-recipient-corrected": "Delivery address changed",
};
const states: Record<Mail["state"], string> = {
  queued: "waiting",
  sent: "sent",
  kept: "kept here",
  failed: "did not arrive",
};

/** What the buyer was told by mail; each can be sent once more. */
function OrderMails(props: { mails: readonly Mail[] }) {
  if (props.mails.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="order-mails">
      <h3 id="order-mails" className={classes.heading}>
        Mails to the buyer
      </h3>
      <ul className={classes.mails}>
        {props.mails.map((mail) => (
          <OrderMail key={mail.id} mail={mail} />
        ))}
      </ul>
    </section>
  );
}

function OrderMail(props: { mail: Mail }) {
  const { mail } = props;
  const name = kinds[mail.kind] ?? "Mail";
  const utils = api.useUtils();
  const resend = api.system.resendEmail.useMutation({
    onSuccess: async () => {
      showToast("It is on its way again.");
      await utils.orders.detail.invalidate();
    },
  });
  return (
    <li className={classes.mail}>
      <div>
        <p className={classes.plain}>{name}</p>
        <p className={classes.note}>
          {states[mail.state]}
          {mail.sentAt && (
            <>
              {" "}
              <DayText value={mail.sentAt} withTime />
            </>
          )}
        </p>
      </div>
      {mail.state !== "queued" && (
        <Button
          variant="default"
          aria-label={`Send again: “${name}”`}
          loading={resend.isPending}
          onClick={() => resend.mutate({ id: mail.id })}
        >
          Send again
        </Button>
      )}
      {resend.error && (
        <Notice tone="bad">
          <p>{errorMessage(resend.error)}</p>
        </Notice>
      )}
    </li>
  );
}

/** What the office types from its bank statement; the server checks the rest. */
const typedEftSchema = z.object({
  amount: z
    .string()
    .transform((typed) => parseAmount(typed) ?? 0)
    .pipe(z.int().positive("Please enter a number")),
  reference: z.string().trim().min(1, "Required").max(200),
  receivedOn: z.iso.date("Required"),
});

function RecordEftForm(props: { order: OrderDetail }) {
  const { order } = props;
  const utils = api.useUtils();
  const [day] = useState(today);
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "eft",
    schema: typedEftSchema,
    initialValues: {
      amount: plainAmount(outstanding(order)),
      reference: `${eftPrefix}${order.orderNumber}`,
      receivedOn: day,
    },
  });
  const record = api.orders.recordEft.useMutation({
    onSuccess: async ({ proposalId }) => {
      showDone(proposalId);
      await Promise.all([utils.orders.list.invalidate(), utils.orders.detail.invalidate()]);
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit((payment) => {
    const request = { ...payment, uuid: order.uuid };
    record.mutate({ ...request, commandId: commandIdFor(request) });
  });

  return (
    <form noValidate onSubmit={send} className={classes.form} aria-labelledby="record-eft">
      <h3 id="record-eft" className={classes.heading}>
        Record a bank transfer
      </h3>
      <ErrorSummary {...summary} />
      {record.error && (
        <Notice tone="bad">
          <p>{errorMessage(record.error)}</p>
        </Notice>
      )}
      <TextInput label="Amount" required inputMode="decimal" {...form.getInputProps("amount")} />
      <TextInput label="Bank reference" required {...form.getInputProps("reference")} />
      <DateField label="Date on the statement" required {...form.getInputProps("receivedOn")} />
      <Button type="submit" loading={record.isPending}>
        Record payment
      </Button>
    </form>
  );
}
