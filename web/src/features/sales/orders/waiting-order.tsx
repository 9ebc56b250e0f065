import { placeLine } from "@portal/shared/platform/region.ts";
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage, isUnreachable } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import type { SaveRequest } from "./order-request.ts";
import classes from "./order-form.module.css";
import {
  followOtherTabs,
  forgetUnsent,
  isKept,
  type UnsentOrder,
  waitQuietly,
} from "./unsent-order.ts";
import { useAfterPlacing } from "./use-place-order.ts";

/** The delays between retries, growing. */
const waitsMs = [5000, 5000, 10_000, 20_000, 30_000] as const;

/**
 * An unanswered order. It is retried automatically, and when the network returns, under its original command id, so that
 * all retries are one order.
 */
export function WaitingOrder(props: {
  order: UnsentOrder;
  /** Made in a tab that was closed since: only sent when somebody asks for it. */
  isOfEarlierGuest?: boolean;
}) {
  const { isOfEarlierGuest = false } = props;
  const { commandId, request } = props.order;
  const afterPlacing = useAfterPlacing();
  const tries = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = api.orders.save.useMutation({
    onSuccess: afterPlacing,
    onError: (error) => {
      if (isUnreachable(error))
        timer.current = setTimeout(() => latestSend.current(), waitAfter(tries.current));
    },
  });
  const send = () => {
    clearTimeout(timer.current);
    if (save.isPending || save.isSuccess) return;
    // Discarded, emailed or placed in another tab, whose event did not come yet.
    if (!isKept(props.order)) return forgetUnsent();
    tries.current += 1;
    save.mutate({ ...request, commandId });
  };
  const latestSend = useRef(send);
  useEffect(() => {
    latestSend.current = send;
  });

  useEffect(followOtherTabs, []);

  useEffect(() => {
    if (isOfEarlierGuest) return undefined;
    const whenBack = () => latestSend.current();
    if (navigator.onLine) timer.current = setTimeout(whenBack, waitAfter(0));
    window.addEventListener("online", whenBack);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener("online", whenBack);
    };
  }, [isOfEarlierGuest]);

  const isRefused = save.error !== null && !isUnreachable(save.error);
  if (props.order.isAsking && !isRefused)
    return <OfflineDialog request={request} isSending={save.isPending} onSend={send} />;
  return (
    <div className={`${classes.notices} wrap`} role="status" data-order-waits="">
      <Notice
        tone={isRefused ? "bad" : "warning"}
        title={isRefused ? "Your order was not placed" : waitingTitle(isOfEarlierGuest)}
      >
        {isRefused ? (
          <p>{errorMessage(save.error)}</p>
        ) : (
          <p>
            {isOfEarlierGuest
              ? "Send it if it is yours. Otherwise discard it."
              : "We’ll send it once, as soon as the shop can be reached."}
          </p>
        )}
        <div className="row">
          {!isRefused && (
            <Button mt="sm" loading={save.isPending} onClick={send}>
              Send order now
            </Button>
          )}
          <Button mt="sm" variant="default" disabled={save.isPending} onClick={forgetUnsent}>
            {isRefused ? "Close" : "Discard order"}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function waitingTitle(isOfEarlierGuest: boolean): string {
  return isOfEarlierGuest
    ? "An order that was made here earlier was not sent"
    : "Your order is waiting to be sent";
}

function waitAfter(tries: number): number {
  return waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 30_000;
}

/** Opens whenever an order cannot be sent; the email contains the same order. */
function OfflineDialog(props: { request: SaveRequest; isSending: boolean; onSend: () => void }) {
  const email = useShopSettings()?.contact.email ?? shop.email;
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const known = { products: products.data?.products ?? [], addresses: addresses.data ?? [] };
  return (
    <Dialog title="We could not send your order" shape="question" onClose={waitQuietly}>
      <div className="stack" data-order-waits="">
        <p>
          Please note that our system is temporarily offline. Email the quantity, delivery address
          and phone number.
        </p>
        <p>
          Or wait: your order is saved on this device. We’ll send it once, as soon as the shop can
          be reached.
        </p>
        <p>
          Instead of waiting:{" "}
          <a href={offlineMailto(email, props.request, known)} onClick={leaveToEmail}>
            Email {email}
          </a>{" "}
          (we have filled in the details for you). This device then does not send it as well.
        </p>
        <div className="row">
          <Button data-autofocus loading={props.isSending} onClick={props.onSend}>
            Try again
          </Button>
          <Button variant="default" onClick={waitQuietly}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** An order that is emailed must not be placed a second time once the shop can be reached. */
function leaveToEmail(): void {
  forgetUnsent();
  showToast("We will not send this order from here, because you are emailing it.");
}

type Known = Readonly<{
  products: ApiOutputs["catalog"]["products"]["products"];
  addresses: ApiOutputs["addresses"]["list"];
}>;

/** The order as an email: quantity, delivery address and phone number of each section. */
function offlineMailto(to: string, request: SaveRequest, known: Known): string {
  const parts = request.sections.map(({ addressId, lines }) => {
    const address = known.addresses.find(({ id }) => id === addressId);
    const named = lines.map(({ productId, quantity }) => {
      const product = known.products.find(({ id }) => id === productId);
      return `${quantity} × ${product?.name ?? `product ${productId}`}`;
    });
    return [
      `Quantity: ${named.join(", ")}`,
      `Delivery address: ${address ? written(address) : ""}`,
      `Phone number: ${address?.recipientCell ?? ""}`,
    ].join("\r\n");
  });
  const body = parts.join("\r\n\r\n");
  return `mailto:${to}?subject=${encodeURIComponent("Order")}&body=${encodeURIComponent(body)}`;
}

function written(address: Known["addresses"][number]): string {
  return [
    `${address.recipientFirstName} ${address.recipientLastName}`,
    address.complexBuilding,
    address.streetAddress,
    placeLine(address),
  ]
    .filter(Boolean)
    .join(", ");
}
