import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconTruck } from "@tabler/icons-react";
import type { Currency } from "@portal/shared/platform/money.ts";
import { deliveryRefusals } from "@portal/shared/platform/refusals/delivery-refusals.ts";
import {
  cancelShipmentSchema,
  trackingReferenceSchema,
} from "@portal/shared/sales/delivery/arrange-delivery.ts";
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
import { ConfirmDialog } from "../../../../ui/confirm-dialog.tsx";
import { DialogActions, ModalDialog } from "../../../../ui/modal-dialog.tsx";
import { Notice, showToast } from "../../../../ui/feedback.tsx";
import { DayField } from "../../../../ui/dates/day-field.tsx";
import { ErrorSummary, useCheckedForm } from "../../../../ui/form.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";

/**
 * Books with the courier, which costs money and cannot be taken back here. It is offered once there is a quote; once it is
 * booked, the next step is to see where it is.
 */
export function CreateShipment(props: { uuid: string; onTrack: () => void }) {
  const { uuid } = props;
  const [isAsked, setAsked] = useState(false);
  const commandIdFor = useCommandId();
  const delivery = api.courier.forOrder.useQuery({ uuid });
  const changed = useDeliveryChanges(uuid);
  const create = api.courier.createShipment.useMutation({
    onSuccess: () => {
      setAsked(false);
      return changed("Shipment booked.");
    },
  });
  if (delivery.data?.isShipped)
    return (
      <Button
        leftSection={<IconTruck size={16} stroke={1.8} aria-hidden="true" />}
        onClick={props.onTrack}
      >
        Track shipment
      </Button>
    );
  if (delivery.data && delivery.data.parcelsToPost > 0)
    return <MarkAsPosted uuid={uuid} parcels={delivery.data.parcelsToPost} />;
  if (!delivery.data?.goesByCourier || !delivery.data.quote) return null;
  return (
    <>
      <Button
        leftSection={<IconTruck size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        Book shipment
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Book this shipment?"
          confirmLabel="Book shipment"
          isBusy={create.isPending}
          error={create.error}
          onConfirm={() => create.mutate({ uuid, commandId: commandIdFor({ uuid }) })}
          onCancel={() => {
            create.reset();
            setAsked(false);
          }}
        >
          The courier charges us for this booking. We’ll email the tracking number to the buyer.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Where no courier of ours comes: the office says under which numbers it took the parcels to the post. */
function MarkAsPosted(props: { uuid: string; parcels: number }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        leftSection={<IconTruck size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        Mark as sent
      </Button>
      {isAsked && <PostingDialog {...props} former={[]} onClose={() => setAsked(false)} />}
    </>
  );
}

/** A number was mistyped: the buyer gets the right one. */
export function CorrectPosting(props: { uuid: string; former: readonly string[] }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Correct tracking number
      </Button>
      {isAsked && (
        <PostingDialog {...props} parcels={props.former.length} onClose={() => setAsked(false)} />
      )}
    </>
  );
}

function PostingDialog(props: {
  uuid: string;
  parcels: number;
  /** The numbers that are corrected; none where it is sent for the first time. */
  former: readonly string[];
  onClose: () => void;
}) {
  const { uuid, parcels, former, onClose } = props;
  const isCorrection = former.length > 0;
  const commandIdFor = useCommandId();
  const changed = useDeliveryChanges(uuid);
  const post = api.courier.recordPosting.useMutation({
    onSuccess: () => {
      onClose();
      return changed(isCorrection ? "Tracking number corrected." : "Marked as sent.");
    },
  });
  const names = Array.from({ length: parcels }, (_, at) => `parcel${at + 1}`);
  const { form, summary, onSubmit } = useCheckedForm({
    name: "posting",
    schema: z.object(
      Object.fromEntries(names.map((name) => [name, trackingReferenceSchema] as const)),
    ),
    initialValues: Object.fromEntries(names.map((name, at) => [name, former[at] ?? ""] as const)),
  });
  const send = onSubmit((numbers) => {
    const request = {
      uuid,
      trackingReferences: names.map((name) => numbers[name] ?? ""),
      former: [...former],
    };
    post.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return (
    <ModalDialog
      title={isCorrection ? "Correct the tracking number" : "Mark this order as sent"}
      onClose={onClose}
    >
      <form noValidate onSubmit={send}>
        <Stack>
          <ErrorSummary {...summary} />
          {post.error && <Notice tone="bad">{errorMessage(post.error)}</Notice>}
          <Text c="dimmed">
            {isCorrection
              ? "We’ll email the new tracking number to the buyer."
              : "We’ll email the tracking number to the buyer. You cannot undo this, but you can correct the number."}
          </Text>
          {names.map((name, at) => {
            const label = parcels > 1 ? `Tracking number, parcel ${at + 1}` : "Tracking number";
            return <TextInput key={name} label={label} required {...form.getInputProps(name)} />;
          })}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={post.isPending}>
              {isCorrection ? "Correct" : "Mark as sent"}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </ModalDialog>
  );
}

const reasonSchema = cancelShipmentSchema.pick({ reason: true });

/** Takes the parcels back from the courier, who has not collected them yet; then they can be booked anew. */
export function CancelShipment(props: { uuid: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Cancel shipment
      </Button>
      {isAsked && <ReasonDialog uuid={props.uuid} onClose={() => setAsked(false)} />}
    </>
  );
}

function ReasonDialog(props: { uuid: string; onClose: () => void }) {
  const { uuid, onClose } = props;
  const changed = useDeliveryChanges(uuid);
  const cancel = api.courier.cancelShipment.useMutation({
    onSuccess: () => {
      onClose();
      return changed("Shipment cancelled.");
    },
  });
  const { form, summary, onSubmit } = useCheckedForm({
    name: "cancel-shipment",
    schema: reasonSchema,
    initialValues: { reason: "" },
  });
  const send = onSubmit(({ reason }) => cancel.mutate({ uuid, reason }));
  return (
    <ModalDialog title="Cancel this shipment?" onClose={onClose}>
      <form noValidate onSubmit={send}>
        <Stack>
          <ErrorSummary {...summary} />
          {cancel.error && <Notice tone="bad">{errorMessage(cancel.error)}</Notice>}
          <Text c="dimmed">
            The courier will not collect it. The order stays paid and you can book it again.
          </Text>
          <Textarea label="Reason" required maxLength={500} {...form.getInputProps("reason")} />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Keep shipment
            </Button>
            <Button type="submit" color="protea" loading={cancel.isPending}>
              Cancel shipment
            </Button>
          </DialogActions>
        </Stack>
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
  const changed = useDeliveryChanges(uuid);
  const book = api.courier.quoteToCollection.useMutation({
    onSuccess: () => changed("Collection booked."),
  });
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
    <form noValidate onSubmit={send} aria-label="Book collection">
      <Stack gap="sm">
        <ErrorSummary {...summary} />
        {book.error && <Notice tone="bad">{errorMessage(book.error)}</Notice>}
        <Group align="flex-start" gap="xs" wrap="nowrap" grow>
          <DayField label="Collection date" required {...form.getInputProps("day")} />
          <TextInput
            type="time"
            label="Time"
            description={collectionHours}
            inputWrapperOrder={["label", "input", "description", "error"]}
            required
            {...form.getInputProps("time")}
          />
        </Group>
        <Button type="submit" variant="default" loading={book.isPending} mr="auto">
          Book collection
        </Button>
      </Stack>
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
  const changed = useDeliveryChanges(props.uuid);
  const update = api.courier.updateQuote.useMutation({
    onSuccess: () => changed("Quote updated."),
  });
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
          // Each press asks for the price of this moment, so each is a command of its own.
          onClick={() => update.mutate({ uuid: props.uuid, service, commandId: newId() })}
        >
          Update quote
        </Button>
      </Group>
      {update.data && <QuoteChange quoted={update.data} currency={props.currency} />}
      <MutationFailure error={update.error} />
    </>
  );
}

export function UkQuoteButton(props: { uuid: string }) {
  const changed = useDeliveryChanges(props.uuid);
  const update = api.courier.ukUpdateQuote.useMutation({
    onSuccess: () => changed("Quote updated."),
  });
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ uuid: props.uuid, commandId: newId() })}
        >
          Use the Royal Mail flat rate
        </Button>
      </div>
      <MutationFailure error={update.error} />
    </>
  );
}

function MutationFailure(props: { error: unknown }) {
  if (!props.error) return null;
  return <Notice tone="bad">{errorMessage(props.error)}</Notice>;
}

type Quoted = ApiOutputs["courier"]["updateQuote"];

/** What the courier asks now, beside what it asked before; the buyer pays the flat line whatever it is. */
function QuoteChange(props: { quoted: Quoted; currency: Currency }) {
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

/** After a change of its delivery, everything that shows the order is read anew. */
function useDeliveryChanges(uuid: string): (done: string) => Promise<void> {
  const utils = api.useUtils();
  return async (done) => {
    showToast(done);
    await Promise.all([
      utils.courier.forOrder.invalidate({ uuid }),
      utils.courier.waybillUrl.invalidate({ uuid }),
      utils.orders.invalidate(),
    ]);
  };
}
