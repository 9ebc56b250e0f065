import { Button } from "@mantine/core";
import { IconCheck, IconCircle, IconLoader2 } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, useParams } from "wouter";
import { api } from "../../../api/api.ts";
import { shop } from "../../../config.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Notice } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { GuestOffer } from "../../people/accounts/guest-offer.tsx";
import classes from "./payments.module.css";

const titles: Record<PaidPoll["state"], string> = {
  checking: "Confirming your payment",
  paid: "Paid. Thank you.",
  "not-verified": "Payment not confirmed yet",
};

/** The return from the card provider: polls for the payment and shows each step. */
export function PaymentResultScreen() {
  const uuid = useParams()["uuid"] ?? "";
  const [round, setRound] = useState(1);
  return <PaymentResult key={round} uuid={uuid} onCheckAgain={() => setRound(round + 1)} />;
}

function PaymentResult(props: { uuid: string; onCheckAgain: () => void }) {
  const { uuid } = props;
  const asked = usePaidPoll(uuid);
  // What the page promises: a payment that is confirmed late is shown when it is.
  const order = api.orders.byUuid.useQuery(
    { uuid },
    { refetchInterval: asked.state === "not-verified" ? laterEveryMs : false },
  );
  const isPaidNow = order.data?.state === "paid" || order.data?.state === "partly-refunded";
  const poll: PaidPoll =
    asked.state === "not-verified" && isPaidNow ? { ...asked, state: "paid" } : asked;
  const { refetch } = order;
  const number = order.data ? ` for order ${order.data.orderNumber}` : "";

  useEffect(() => {
    if (poll.state !== "checking") void refetch();
  }, [poll.state, refetch]);

  return (
    <div className={`${classes.page} page`}>
      <PageHeading key={poll.state} title={titles[poll.state]} />
      <div className={`${classes.result} stack`} aria-live="polite">
        <Steps poll={poll} provider={order.data?.card.provider ?? "the card page"} />
        {poll.state === "paid" && (
          <>
            <p>Thank you. We have received your payment{number} and are preparing it.</p>
            <div className="row">
              <Button component={Link} href={`/orders/pay/${uuid}`}>
                View receipt
              </Button>
            </div>
          </>
        )}
        {poll.state === "not-verified" && (
          <NotVerified
            number={number}
            uuid={uuid}
            isPending={order.data?.card.lastAttempt?.status === "pending"}
            onCheckAgain={props.onCheckAgain}
          />
        )}
      </div>
      {poll.state === "paid" && <GuestOffer />}
    </div>
  );
}

function Steps(props: { poll: PaidPoll; provider: string }) {
  const { state, tries } = props.poll;
  return (
    <ol className="stack">
      <li className="row" data-done>
        <span className="number">
          <IconCheck size={16} stroke={3} aria-hidden="true" />
        </span>
        Returned from {props.provider}
      </li>
      <li
        className={`row ${state === "checking" ? "strong" : ""}`}
        data-done={state !== "checking" || undefined}
      >
        <span className="number">
          {state === "paid" ? (
            <IconCheck size={16} stroke={3} aria-hidden="true" />
          ) : (
            <IconLoader2 size={22} stroke={1.8} aria-hidden="true" />
          )}
        </span>
        {state === "paid"
          ? "Payment confirmed"
          : `Confirming your payment (check ${Math.min(triesMax, tries + (state === "checking" ? 1 : 0))} of ${triesMax})`}
      </li>
      <li
        className={`row ${state === "paid" ? "" : "quiet"}`}
        data-done={state === "paid" || undefined}
      >
        <span className="number">
          {state === "paid" ? (
            <IconCheck size={16} stroke={3} aria-hidden="true" />
          ) : (
            <IconCircle size={22} stroke={1.6} aria-hidden="true" />
          )}
        </span>
        Paid
      </li>
    </ol>
  );
}

function NotVerified(props: {
  number: string;
  uuid: string;
  /** The provider notified us that the payment is pending. */
  isPending: boolean;
  onCheckAgain: () => void;
}) {
  const contact = useShopSettings()?.contact;
  const email = contact?.email ?? shop.email;
  return (
    <>
      <Notice tone="warning" title="We could not verify your payment - please contact support">
        <p>
          If you have paid{props.number}, your money is safe. We’ll keep checking and update this
          page when the payment is confirmed.
        </p>
        {props.isPending && (
          <p>The card provider is still checking your payment. Do not pay again.</p>
        )}
        <p>
          {contact?.whatsappUrl && (
            <>
              <a href={contact.whatsappUrl}>WhatsApp</a> or{" "}
            </>
          )}
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      </Notice>
      <div className="row">
        <Button onClick={props.onCheckAgain}>Check again</Button>
        <Button component={Link} href={`/orders/pay/${props.uuid}`} variant="default">
          Back to the order
        </Button>
      </div>
    </>
  );
}

/** Specification, section 9: every 2 seconds, up to 10 times. */
export const pollEveryMs = 2000;
export const triesMax = 10;
export const laterEveryMs = 15_000;

type PaidPoll = Readonly<{
  state: "checking" | "paid" | "not-verified";
  /** The number of answers so far. */
  tries: number;
}>;

/** Polls until the order is paid; a network failure counts as an unpaid answer. */
function usePaidPoll(uuid: string): PaidPoll {
  const utils = api.useUtils();
  const [poll, setPoll] = useState<PaidPoll>({ state: "checking", tries: 0 });

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const check = async (tries: number) => {
      const isPaid = await utils.orders.checkPaid
        .fetch({ uuid }, { staleTime: 0, retry: false })
        .then(({ paid }) => paid)
        .catch(() => false);
      if (isOver) return;
      if (isPaid) setPoll({ state: "paid", tries });
      else if (tries >= triesMax) setPoll({ state: "not-verified", tries });
      else {
        setPoll({ state: "checking", tries });
        timer = setTimeout(() => void check(tries + 1), pollEveryMs);
      }
    };
    void check(1);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [uuid, utils]);

  return poll;
}
