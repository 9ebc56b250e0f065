import { Anchor, Button, Group } from "@mantine/core";
import { IconCreditCard, IconMail, IconMessage, IconTruck } from "@tabler/icons-react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import { trackingWords } from "./parcel-status.tsx";
import { type Happening, Happenings } from "../../../ui/happenings.tsx";
import { stepsOf } from "./order-steps.tsx";
import type { OrderDetail } from "./order-detail-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** Everything that happened to an order, from all sources, newest first. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  // The sort is stable: at the same instant, events come before the messages about them.
  const all = [
    ...stepsOf(order),
    ...order.mails.map(mailHappening),
    ...order.news.map((news) => newsHappening(news, order)),
  ].toSorted((first, second) => Date.parse(first.at) - Date.parse(second.at));
  return <Happenings happenings={all.toReversed()} />;
}

type Mail = OrderDetail["mails"][number];

const kinds: Partial<Record<Mail["kind"], string>> = {
  "order-placed": "Order placed",
  "order-eft": "How to pay by bank transfer",
  "order-paid": "Order paid",
  "order-shipped": "Order shipped",
  "order-delivered": "Order delivered",
  "order-ready": "Ready to collect",
  "order-cancelled": "Order cancelled",
  "order-refunded": "Refund",
  "order-recipient-corrected": "Delivery address changed",
};
const states: Record<Mail["state"], string> = {
  queued: "waiting",
  sent: "sent",
  kept: "not sent (no mail server)",
  refused: "refused by the mail server",
  dropped: "not sent (too many)",
  failed: "not delivered",
};

function mailHappening(mail: Mail): Happening {
  const name = kinds[mail.kind] ?? "Order";
  return {
    key: `mail-${mail.id}`,
    at: mail.sentAt ?? mail.createdAt,
    icon: mail.channel === "email" ? IconMail : IconMessage,
    title: `${mail.channel === "email" ? "Email" : "SMS"}: “${name}”`,
    more: (
      <>
        , {states[mail.state]}
        {mail.state !== "queued" && <Resend id={mail.id} name={name} />}
      </>
    ),
  };
}

function Resend({ id, name }: { id: number; name: string }) {
  const resend = useCommand(api.system.resendEmail, {
    repeatable: true,
    done: "Email sent again.",
  });
  return (
    <Group component="span" display="inline-flex" ml="xs">
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Resend: “${name}”`}
        loading={resend.isPending}
        onClick={() => resend.send({ id })}
      >
        Resend
      </Button>
      <ErrorNotice error={resend.error} />
    </Group>
  );
}

type News = OrderDetail["news"][number];

const cardWords: Readonly<Record<Extract<News, { by: "card" }>["state"], string>> = {
  received: "received",
  applied: "applied",
  rejected: "rejected",
  parked: "waiting for a decision",
  noted: "noted",
};

function newsHappening(news: News, order: OrderDetail): Happening {
  if (news.by === "courier")
    return {
      key: `courier-${news.parcel}-${news.at}`,
      at: news.at,
      icon: IconTruck,
      title: trackingWords(news.state),
      more: order.sections.length > 1 ? `, courier, parcel ${news.parcel}` : ", courier",
    };
  return {
    key: `card-${news.id}`,
    at: news.at,
    icon: IconCreditCard,
    title: `Card notification${news.paymentStatus === null ? "" : `: ${news.paymentStatus.toLowerCase()}`}`,
    more: (
      <>
        , {cardWords[news.state]},{" "}
        <Anchor
          inherit
          component={Link}
          href={`/admin/card-notifications?search=${order.orderNumber}`}
        >
          view notification
        </Anchor>
      </>
    ),
  };
}
