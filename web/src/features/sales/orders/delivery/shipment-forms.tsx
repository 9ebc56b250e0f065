import { collectionHours } from "@portal/shared/platform/constants.ts";
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconTruck } from "@tabler/icons-react";
import type { Currency } from "@portal/shared/platform/money.ts";
import { deliveryRefusals } from "@portal/shared/platform/refusals/delivery-refusals.ts";
import {
  cancelShipmentSchema,
  ownNumberEach,
  trackingReferenceSchema,
} from "@portal/shared/sales/delivery/arrange-delivery.ts";
import {
  collectionTimes,
  deliveryName,
  isWithinCollectionHours,
  offeredCourierServices,
  officeInstant,
} from "@portal/shared/sales/delivery/delivery.ts";
import { useState } from "react";
import { daySchema } from "@portal/shared/platform/day-schema.ts";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../../api/api.ts";
import { ConfirmDialog } from "../../../../ui/confirm-dialog.tsx";
import { DialogButton } from "../../../../ui/dialog-button.tsx";
import { ErrorNotice, Notice } from "../../../../ui/feedback.tsx";
import { today } from "../../../../ui/days.tsx";
import { DayField } from "../../../../ui/dates/day-field.tsx";
import { FormDialog } from "../../../../ui/form-dialog.tsx";
import { FormPage } from "../../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../../ui/form.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";
import { useCommand } from "../../../../ui/use-command.ts";
import { TakenBackNotice, takenBackSeen } from "./taken-back.tsx";

const truckIcon = <IconTruck size={16} stroke={1.8} aria-hidden="true" />;

/** Books the courier once there is a quote. The booking costs money, so it is confirmed; afterwards it links to the tracking. */
export function CreateShipment(props: { uuid: string; onTrack: () => void }) {
  const { uuid } = props;
  const delivery = api.courier.forOrder.useQuery({ uuid });
  if (delivery.data?.isShipped)
    return (
      <Button leftSection={truckIcon} onClick={props.onTrack}>
        Track shipment
      </Button>
    );
  const parcels = delivery.data?.parcelsToPost ?? 0;
  if (parcels > 0)
    return (
      <DialogButton
        leftSection={truckIcon}
        label="Mark as sent"
        dialog={(close) => (
          <PostingDialog
            uuid={uuid}
            parcels={parcels}
            former={[]}
            refund={delivery.data ?? null}
            onClose={close}
          />
        )}
      />
    );
  if (!delivery.data?.goesByCourier || !delivery.data.quote) return null;
  const { data } = delivery;
  return (
    <DialogButton
      leftSection={truckIcon}
      label="Book shipment"
      dialog={(close) => <BookShipmentDialog uuid={uuid} refund={data} onClose={close} />}
    />
  );
}

/** What was refunded of an order, as the delivery has it. */
type Refund = Pick<ApiOutputs["courier"]["forOrder"], "takenBack" | "currency">;

function BookShipmentDialog(props: { uuid: string; refund: Refund; onClose: () => void }) {
  const { uuid, refund, onClose } = props;
  const create = useCommand(api.courier.createShipment, {
    done: "Shipment booked.",
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Book this shipment?"
      confirmLabel="Book shipment"
      isBusy={create.isPending}
      error={create.error}
      onConfirm={() => create.send({ uuid, ...takenBackSeen(refund.takenBack) })}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <TakenBackNotice takenBack={refund.takenBack} currency={refund.currency} />
        <span>
          The courier charges us for this booking. We’ll email the tracking number to the buyer.
        </span>
      </Stack>
    </ConfirmDialog>
  );
}

/** Records the tracking numbers of parcels that the office posts itself, or corrects them. */
export function PostingDialog(props: {
  uuid: string;
  parcels: number;
  /** The numbers to correct; none when the parcels are sent. */
  former: readonly string[];
  /** Null where a number is corrected. */
  refund: Refund | null;
  onClose: () => void;
}) {
  const { uuid, parcels, former, refund, onClose } = props;
  const isCorrection = former.length > 0;
  const post = useCommand(api.courier.recordPosting, {
    done: isCorrection ? "Tracking number corrected." : "Marked as sent.",
    onDone: onClose,
  });
  const names = Array.from({ length: parcels }, (_, at) => `parcel${at + 1}`);
  const { form, summary, onSubmit } = useCheckedForm({
    name: "posting",
    schema: z
      .object(Object.fromEntries(names.map((name) => [name, trackingReferenceSchema] as const)))
      .check(...ownNumberEach(names)),
    initialValues: Object.fromEntries(names.map((name, at) => [name, former[at] ?? ""] as const)),
  });
  const send = onSubmit((numbers) =>
    post.send({
      uuid,
      trackingReferences: names.map((name) => numbers[name] ?? ""),
      former: [...former],
      ...takenBackSeen(refund?.takenBack ?? 0),
    }),
  );
  return (
    <FormDialog
      title={isCorrection ? "Correct the tracking number" : "Mark this order as sent"}
      onClose={onClose}
      onSubmit={send}
      submitLabel={isCorrection ? "Correct" : "Mark as sent"}
      isDirty={form.isDirty()}
      isBusy={post.isPending}
      summary={summary}
      failure={post.error}
    >
      {refund && <TakenBackNotice takenBack={refund.takenBack} currency={refund.currency} />}
      <Text c="dimmed">
        {isCorrection
          ? "We’ll email the new tracking number to the buyer."
          : "We’ll email the tracking number to the buyer. You cannot undo this, but you can correct the number."}
      </Text>
      {names.map((name, at) => {
        const label = parcels > 1 ? `Tracking number, parcel ${at + 1}` : "Tracking number";
        return <TextInput key={name} label={label} required {...form.getInputProps(name)} />;
      })}
    </FormDialog>
  );
}

/** Cancels the courier's booking before the collection; the parcels can then be booked again. */
export function CancelShipmentDialog(props: {
  uuid: string;
  /** The tracking number of a second shipment, which alone is cancelled. */
  surplus?: string;
  onClose: () => void;
}) {
  const { uuid, surplus, onClose } = props;
  const cancel = useCommand(api.courier.cancelShipment, {
    repeatable: true,
    done: ({ cancelled }) =>
      cancelled > 0
        ? "Shipment cancelled."
        : "The courier already has this parcel. Call the courier to get it back.",
    onDone: onClose,
  });
  const { form, summary, onSubmit } = useCheckedForm({
    name: "cancel-shipment",
    schema: z.pick(cancelShipmentSchema, { reason: true }),
    initialValues: { reason: "" },
  });
  const send = onSubmit(({ reason }) =>
    cancel.send({ uuid, reason, ...(surplus !== undefined && { surplus }) }),
  );
  return (
    <FormDialog
      title={surplus === undefined ? "Cancel this shipment?" : `Cancel shipment ${surplus}?`}
      onClose={onClose}
      onSubmit={send}
      submitLabel="Cancel shipment"
      cancelLabel="Keep shipment"
      isDangerous
      isDirty={form.isDirty()}
      isBusy={cancel.isPending}
      summary={summary}
      failure={cancel.error}
    >
      <Text c="dimmed">
        {surplus === undefined
          ? "The courier will not collect it. The order stays paid and you can book it again."
          : "The courier will not collect it. The order keeps its other shipment."}
      </Text>
      <Textarea label="Reason" required maxLength={500} {...form.getInputProps("reason")} />
    </FormDialog>
  );
}

/** A day and a time within the office hours. */
const collectionSchema = z
  .object({
    day: daySchema,
    time: z.string().check(z.regex(/^\d{2}:\d{2}$/, "Required")),
  })
  .check(
    z.refine(({ day, time }) => isWithinCollectionHours(officeInstant(day, time) ?? ""), {
      path: ["time"],
      error: deliveryRefusals["courier.outside-hours"].message,
    }),
  );

/** The day and time of the collection, sent to the courier with the shipment. */
export function BookCollectionForm(props: { uuid: string }) {
  const { uuid } = props;
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "collection",
    schema: collectionSchema,
    initialValues: { day: "", time: "09:00" },
  });
  const book = useCommand(api.courier.quoteToCollection, {
    done: "Collection booked.",
    form: { showErrors },
    onDone: () => form.resetDirty(),
  });
  const send = onSubmit(({ day, time }) =>
    book.send({ uuid, collectionAt: officeInstant(day, time) ?? "" }),
  );
  return (
    <FormPage
      label="Book collection"
      onSubmit={send}
      submitLabel="Book collection"
      buttons="quiet"
      gap="sm"
      isDirty={form.isDirty()}
      isBusy={book.isPending}
      summary={summary}
      failure={book.error}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap" grow>
        <DayField label="Collection date" required min={today()} {...form.getInputProps("day")} />
        {/* A field of the type "time" would have AM and PM, as the browser's language does. */}
        <NativeSelect
          label="Time"
          data={[...collectionTimes]}
          description={collectionHours}
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          {...form.getInputProps("time")}
        />
      </Group>
    </FormPage>
  );
}

/** Requests a new quote, for the same service or another one. */
export function UpdateQuoteForm(props: {
  uuid: string;
  service: string | null;
  currency: Currency;
}) {
  const isKnown = offeredCourierServices.some(({ code }) => code === props.service);
  const [chosen, setChosen] = useState<string | null>(null);
  const service = chosen ?? (isKnown ? props.service : null) ?? "ECO";
  const update = useCommand(api.courier.updateQuote, { done: "Quote updated." });
  return (
    <>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <NativeSelect
          flex={1}
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
          onClick={() => update.send({ uuid: props.uuid, service })}
        >
          Update quote
        </Button>
      </Group>
      {update.data && <QuoteChange quoted={update.data} currency={props.currency} />}
      <ErrorNotice error={update.error} />
    </>
  );
}

export function UkQuoteButton(props: { uuid: string }) {
  const update = useCommand(api.courier.ukUpdateQuote, { done: "Quote updated." });
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.send({ uuid: props.uuid })}
        >
          Use the Royal Mail flat rate
        </Button>
      </div>
      <ErrorNotice error={update.error} />
    </>
  );
}

/** The new quote beside the former one. The buyer pays the flat delivery price either way. */
function QuoteChange(props: { quoted: ApiOutputs["courier"]["updateQuote"]; currency: Currency }) {
  const { former, rate, service } = props.quoted;
  if (!former) return null;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  const difference = rate - former.rate;
  return (
    <Notice tone={difference > 0 ? "warning" : "info"} title="The quote has changed">
      Was {money(former.rate)} ({deliveryName(former.service)}), now {money(rate)} (
      {deliveryName(service)}):{" "}
      {difference === 0 ? (
        "no change."
      ) : (
        <>
          {money(Math.abs(difference))} {difference > 0 ? "more." : "less."}
        </>
      )}
    </Notice>
  );
}
