import { Button } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import classes from "./office-orders.module.css";
import type { OrderDetail } from "./order-sheet.tsx";

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
export function OrderMails(props: { mails: readonly Mail[] }) {
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
