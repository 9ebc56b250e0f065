import "../../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import {
  collectionHours,
  isWithinCollectionHours,
  officeInstant,
} from "@portal/shared/sales/delivery/delivery.ts";
import { deliveryRefusals } from "@portal/shared/platform/refusals/delivery-refusals.ts";
import { z } from "zod";
import { api } from "../../../../api/api.ts";
import { errorMessage } from "../../../../api/error-message.ts";
import { useCommandId } from "../../../../api/use-command-id.ts";
import { DateField } from "../../../../ui/date-field.tsx";
import { ErrorSummary } from "../../../../ui/error-summary.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useCheckedForm } from "../../../../ui/use-checked-form.ts";
import classes from "./delivery.module.css";
import { useDeliveryChanges } from "./use-delivery-changes.ts";

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
