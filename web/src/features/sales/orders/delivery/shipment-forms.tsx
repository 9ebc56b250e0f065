import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { deliveryRefusals } from "@portal/shared/platform/refusals/delivery-refusals.ts";
import { cancelShipmentSchema } from "@portal/shared/sales/delivery/arrange-delivery.ts";
import {
  collectionHours,
  deliveryName,
  isWithinCollectionHours,
  offeredCourierServices,
  officeInstant,
} from "@portal/shared/sales/delivery/delivery.ts";
import { useState } from "react";
import { z } from "zod";
import { api, type ApiOutputs } from "../../../../api/api.ts";
import { errorMessage } from "../../../../api/error-message.ts";
import { newId } from "../../../../api/new-id.ts";
import { useCommandId } from "../../../../api/use-command-id.ts";
import "../../../../theme/mantine-forms.ts";
import "../../../../theme/mantine-forms.ts";
import "../../../../theme/mantine-forms.ts";
import { ConfirmDialog } from "../../../../ui/confirm-dialog.tsx";
import { ModalDialog } from "../../../../ui/modal-dialog.tsx";
import { Notice, showToast } from "../../../../ui/feedback.tsx";
import { DateField } from "../../../../ui/fields.tsx";
import { ErrorSummary, useCheckedForm } from "../../../../ui/form.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";
import classes from "./delivery.module.css";

/** Books with the courier, which costs money and cannot be taken back here. */
export function CreateShipment(props: { uuid: string; isPaid: boolean }) {
  const { uuid } = props;
  const [isAsked, setAsked] = useState(false);
  const commandIdFor = useCommandId();
  const changed = useDeliveryChanges(uuid);
  const create = api.courier.createShipment.useMutation({
    onSuccess: () => {
      setAsked(false);
      return changed();
    },
  });
  return (
    <div className={classes.part}>
      <div>
        <Button disabled={!props.isPaid} onClick={() => setAsked(true)}>
          Create shipment
        </Button>
      </div>
      {!props.isPaid && <p className={classes.note}>It is booked once the order is paid.</p>}
      {isAsked && (
        <ConfirmDialog
          title="Book this shipment?"
          confirmLabel="Book it"
          isBusy={create.isPending}
          error={create.error}
          onConfirm={() => create.mutate({ uuid, commandId: commandIdFor({ uuid }) })}
          onCancel={() => {
            create.reset();
            setAsked(false);
          }}
        >
          <p>The courier charges for it, and the buyer is sent the tracking reference.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const reasonSchema = cancelShipmentSchema.pick({ reason: true });

/** Takes the parcels back from the courier, who has not collected them yet; then they can be booked anew. */
export function CancelShipment(props: { uuid: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div>
      <Button variant="default" onClick={() => setAsked(true)}>
        Take the shipment back
      </Button>
      {isAsked && <ReasonDialog uuid={props.uuid} onClose={() => setAsked(false)} />}
    </div>
  );
}

function ReasonDialog(props: { uuid: string; onClose: () => void }) {
  const { uuid, onClose } = props;
  const changed = useDeliveryChanges(uuid);
  const cancel = api.courier.cancelShipment.useMutation({
    onSuccess: () => {
      onClose();
      return changed();
    },
  });
  const { form, summary, onSubmit } = useCheckedForm({
    name: "cancel-shipment",
    schema: reasonSchema,
    initialValues: { reason: "" },
  });
  const send = onSubmit(({ reason }) => cancel.mutate({ uuid, reason }));
  return (
    <ModalDialog title="Take the shipment back?" onClose={onClose}>
      <form noValidate onSubmit={send} className={classes.part}>
        <ErrorSummary {...summary} />
        {cancel.error && (
          <Notice tone="bad">
            <p>{errorMessage(cancel.error)}</p>
          </Notice>
        )}
        <p className={classes.note}>
          The courier does not come for it. The order stays paid, and can be booked anew.
        </p>
        <Textarea label="Why" required maxLength={500} {...form.getInputProps("reason")} />
        <div className={classes.row}>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" loading={cancel.isPending}>
            Take it back
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** A day and a time at the office, within its hours. */
const collectionSchema = z
  .object({
    day: z.iso.date("Required"),
    time: z.string().regex(/^\d{2}:\d{2}$/, "Required"),
  })
  .refine(({ day, time }) => isWithinCollectionHours(officeInstant(day, time) ?? ""), {
    path: ["time"],
    error: deliveryRefusals["courier.outside-hours"].message,
  });

/** When the courier shall come for the parcels; it is told with the shipment. */
export function BookCollectionForm(props: { uuid: string }) {
  const { uuid } = props;
  const commandIdFor = useCommandId();
  const onSuccess = useDeliveryChanges(uuid);
  const book = api.courier.quoteToCollection.useMutation({ onSuccess });
  const { form, summary, onSubmit } = useCheckedForm({
    name: "collection",
    schema: collectionSchema,
    initialValues: { day: "", time: "09:00" },
  });
  const send = onSubmit(({ day, time }) => {
    const request = { uuid, collectionAt: officeInstant(day, time) ?? "" };
    book.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return (
    <form noValidate onSubmit={send} className={classes.part} aria-label="Book a collection">
      <ErrorSummary {...summary} />
      {book.error && (
        <Notice tone="bad">
          <p>{errorMessage(book.error)}</p>
        </Notice>
      )}
      <div className={classes.row}>
        <DateField label="Day of collection" required {...form.getInputProps("day")} />
        <TextInput
          type="time"
          label="Time"
          description={collectionHours}
          required
          {...form.getInputProps("time")}
        />
      </div>
      <div>
        <Button type="submit" variant="default" loading={book.isPending}>
          Book collection
        </Button>
      </div>
    </form>
  );
}

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

type Quoted = ApiOutputs["courier"]["updateQuote"];

/** What the courier asks now, beside what it asked before; the buyer pays the flat line whatever it is. */
function QuoteChange(props: { quoted: Quoted; currency: Currency }) {
  const { former, rate, service } = props.quoted;
  if (!former) return null;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  const difference = rate - former.rate;
  return (
    <Notice tone={difference > 0 ? "warning" : "info"} title="The quote is new">
      <p>
        It was {money(former.rate)} ({deliveryName(former.service)}), and is {money(rate)} (
        {deliveryName(service)}):{" "}
        {difference === 0 ? (
          "the same."
        ) : (
          <>
            {money(Math.abs(difference))} {difference > 0 ? "more." : "less."}
          </>
        )}
      </p>
    </Notice>
  );
}

/** After a change of its delivery, everything that shows the order is read anew. */
function useDeliveryChanges(uuid: string): () => Promise<void> {
  const utils = api.useUtils();
  return async () => {
    showToast("Done!");
    await Promise.all([
      utils.courier.forOrder.invalidate({ uuid }),
      utils.courier.waybillUrl.invalidate({ uuid }),
      utils.orders.invalidate(),
    ]);
  };
}
