import { Button } from "@mantine/core";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { IconCreditCard } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { rememberLeaving } from "./left-for-provider.ts";
import type { PayableOrder } from "./pay-screen.tsx";
import classes from "./pay-screen.module.css";
import { postForm } from "./post-form.ts";

/** Names the provider before anybody leaves for it, and says loudly where no real money moves. */
export function CardMethod(props: { order: PayableOrder }) {
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
