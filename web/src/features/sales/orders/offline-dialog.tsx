import { useState } from "react";
import { isUnreachable } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { offlineMailto } from "./offline-order.ts";
import classes from "./shop-notices.module.css";
import type { SavedAddress } from "./summary-step.tsx";
import type { Quoted } from "./use-quote.ts";

/** Opens each time that an order found no line to go by; the email says what the order would have said. */
export function OfflineDialog(props: {
  error: unknown;
  sections: Quoted["sections"];
  addresses: readonly (SavedAddress | undefined)[];
}) {
  const { error } = props;
  const [closed, setClosed] = useState<unknown>(null);
  const email = useShopSettings()?.contact.email ?? shop.email;
  if (!isUnreachable(error) || error === closed) return null;

  return (
    <Dialog title="We are offline" onClose={() => setClosed(error)}>
      <div className={classes.dialog}>
        <p className={classes.text}>
          Please note that our system is temporarily offline. Email the quantity, delivery address
          and phone number.
        </p>
        <p className={classes.text}>
          <a href={offlineMailto(email, props.sections, props.addresses)}>Email {email}</a>, with
          all of it filled in.
        </p>
        <p className={classes.text}>
          Everything you entered is kept here as well, and sent by itself when the connection is
          back. However often it is tried, it is one order.
        </p>
      </div>
    </Dialog>
  );
}
