import "../../../../theme/mantine-forms.ts";
import { Button, NativeSelect } from "@mantine/core";
import { offeredCourierServices } from "@portal/shared/sales/delivery/delivery.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { api } from "../../../../api/api.ts";
import { errorMessage } from "../../../../api/error-message.ts";
import { newId } from "../../../../api/new-id.ts";
import { Notice } from "../../../../ui/notice.tsx";
import classes from "./delivery.module.css";
import { QuoteChange } from "./quote-change.tsx";
import { useDeliveryChanges } from "./use-delivery-changes.ts";

/** Asks the courier anew, for the same service or for another one. */
export function UpdateQuoteForm(props: {
  uuid: string;
  service: string | null;
  currency: Currency;
}) {
  const isKnown = offeredCourierServices.some(({ code }) => code === props.service);
  const [chosen, setChosen] = useState<string | null>(null);
  const service = chosen ?? (isKnown ? props.service : null) ?? "ECO";
  const onSuccess = useDeliveryChanges(props.uuid);
  const update = api.courier.updateQuote.useMutation({ onSuccess });
  return (
    <>
      <div className={classes.row}>
        <NativeSelect
          label="Service"
          value={service}
          data={offeredCourierServices.map(({ code, name }) => ({
            value: code,
            label: `${name} (${code})`,
          }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          variant="default"
          loading={update.isPending}
          // Each press asks for the price of this moment, so each is a command of its own.
          onClick={() => update.mutate({ uuid: props.uuid, service, commandId: newId() })}
        >
          Update quote
        </Button>
      </div>
      {update.data && <QuoteChange quoted={update.data} currency={props.currency} />}
      <MutationFailure error={update.error} />
    </>
  );
}

export function UkQuoteButton(props: { uuid: string }) {
  const onSuccess = useDeliveryChanges(props.uuid);
  const update = api.courier.ukUpdateQuote.useMutation({ onSuccess });
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ uuid: props.uuid, commandId: newId() })}
        >
          Take Royal Mail’s flat price
        </Button>
      </div>
      <MutationFailure error={update.error} />
    </>
  );
}

function MutationFailure(props: { error: unknown }) {
  if (!props.error) return null;
  return (
    <Notice tone="bad">
      <p>{errorMessage(props.error)}</p>
    </Notice>
  );
}
