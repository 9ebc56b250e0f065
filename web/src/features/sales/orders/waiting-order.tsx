import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, isUnreachable } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/feedback.tsx";
import classes from "./order-form.module.css";
import { forgetUnsent, type UnsentOrder } from "./unsent-order.ts";
import { useAfterPlacing } from "./use-place-order.ts";

/** Between two tries while nobody answers, longer each time. */
const waitsMs = [5000, 5000, 10_000, 20_000, 30_000] as const;

/**
 * An order that nobody answered: it is sent by itself when the line returns, under the id that it was placed with, so
 * that however often it is sent it is one order.
 */
export function WaitingOrder(props: { order: UnsentOrder }) {
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
    tries.current += 1;
    save.mutate({ ...request, commandId });
  };
  const latestSend = useRef(send);
  useEffect(() => {
    latestSend.current = send;
  });

  useEffect(() => {
    const whenBack = () => latestSend.current();
    if (navigator.onLine) timer.current = setTimeout(whenBack, waitAfter(0));
    window.addEventListener("online", whenBack);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener("online", whenBack);
    };
  }, []);

  const isRefused = save.error !== null && !isUnreachable(save.error);
  return (
    <div className={`${classes.notices} wrap`} role="status">
      <Notice
        tone={isRefused ? "bad" : "warning"}
        title={isRefused ? "Your order was not placed" : "Your order is waiting to be sent"}
      >
        {isRefused ? (
          <p>{errorMessage(save.error)}</p>
        ) : (
          <p>We’ll send it once, as soon as you are back online.</p>
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

function waitAfter(tries: number): number {
  return waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 30_000;
}
