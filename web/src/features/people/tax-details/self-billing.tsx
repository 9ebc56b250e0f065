import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import {
  endingAgreementDays,
  lastDayOfYearFrom,
  saveSelfBillingSchema,
} from "@portal/shared/people/tax-details.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { daySchema } from "@portal/shared/platform/day-schema.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import "../../../theme/mantine-forms.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import type { TaxDetails } from "./tax-details-card.tsx";

type Agreement = NonNullable<TaxDetails>["selfBilling"];

/** For the office: a member's agreement to tax invoices that we write in the member's name. */
export function SelfBilling(props: { userId: number; agreement: Agreement }) {
  const { userId, agreement } = props;
  const [open, setOpen] = useState<"edit" | "renew" | "end" | null>(null);
  const close = () => setOpen(null);
  const maySave = useMayCall()("taxDetails.saveSelfBilling");
  return (
    <Stack gap="xs">
      {!agreement && (
        <Text size="sm" c="dimmed">
          No agreement to self-billing. With one, we write the tax invoice of each payout.
        </Text>
      )}
      {maySave && (
        <Group gap="xs" mt="xs">
          <Button variant="default" onClick={() => setOpen("edit")}>
            {agreement ? "Change agreement" : "Add agreement"}
          </Button>
          {agreement && isEnding(agreement.until) && (
            <Button variant="default" onClick={() => setOpen("renew")}>
              Renew agreement
            </Button>
          )}
          {agreement && (
            <Button variant="subtle" color="protea" onClick={() => setOpen("end")}>
              End agreement
            </Button>
          )}
        </Group>
      )}
      {(open === "edit" || open === "renew") && (
        <AgreementDialog
          userId={userId}
          agreement={agreement}
          isNew={agreement === null || open === "renew"}
          onClose={close}
        />
      )}
      {open === "end" && <EndDialog userId={userId} onClose={close} />}
    </Stack>
  );
}

/** What the office knows of an agreement. `needsEnd`: one without a last day lacks it. */
export function agreementFacts(agreement: NonNullable<Agreement>, needsEnd: boolean) {
  const { agreedOn, until, name, address } = agreement;
  return [
    {
      name: "Self-billing",
      value: (
        <>
          Agreed on <DayText value={agreedOn} />
        </>
      ),
    },
    (until !== null || needsEnd) && { name: "Last day", value: <LastDay until={until} /> },
    { name: "On invoices", value: <Lines text={`${name}\n${address}`} /> },
  ];
}

/** The United Kingdom wants a last day. */
export function useNeedsEnd(): boolean {
  return useShopSettings()?.region === "uk";
}

function isEnding(until: string | null): boolean {
  return until !== null && until <= addDays(today(), endingAgreementDays);
}

function LastDay({ until }: { until: string | null }) {
  if (until === null) return <StatusText tone="waiting">Missing</StatusText>;
  if (!isEnding(until)) return <DayText value={until} />;
  const isOver = until < today();
  return (
    <StatusText tone={isOver ? "bad" : "waiting"}>
      <DayText value={until} />
      {isOver ? ", ended" : ", ends soon"}
    </StatusText>
  );
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, at) => <div key={at}>{line}</div>);
}

const partySchema = z.pick(saveSelfBillingSchema, { agreedOn: true, name: true, address: true });
const withEndSchema = z.extend(partySchema, { until: daySchema });
const typedSchema = z.extend(partySchema, { until: z.union([z.literal(""), daySchema]) });

function AgreementDialog(props: {
  userId: number;
  agreement: Agreement;
  /** Begins today, and where a last day is needed it ends after twelve months. */
  isNew: boolean;
  onClose: () => void;
}) {
  const { userId, agreement, isNew, onClose } = props;
  const needsEnd = useNeedsEnd();
  const agreedOn = isNew ? today() : (agreement?.agreedOn ?? today());
  const until = isNew && needsEnd ? lastDayOfYearFrom(agreedOn) : (agreement?.until ?? "");
  const [endsWithContract, setEndsWithContract] = useState(until > lastDayOfYearFrom(agreedOn));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "self-billing",
    schema: needsEnd ? withEndSchema : typedSchema,
    initialValues: {
      agreedOn,
      until: isNew && !needsEnd ? "" : until,
      name: agreement?.name ?? "",
      address: agreement?.address ?? "",
    },
  });
  const save = useCommand(api.taxDetails.saveSelfBilling, {
    repeatable: true,
    done: "Saved!",
    form: { showErrors },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Self-billing"
      onClose={onClose}
      onSubmit={onSubmit((typed) =>
        save.send({ userId, ...typed, until: typed.until || null, endsWithContract }),
      )}
      submitLabel="Save agreement"
      isDirty={form.isDirty()}
      isBusy={save.isPending}
      summary={summary}
      failure={save.error}
    >
      <Text size="sm">
        Save this once you have the agreement in writing. It says that we write the tax invoices and
        the member writes none. Ask your accountant what else it has to say. Payouts from now on get
        an invoice, earlier ones do not.
      </Text>
      <UnregisteredNotice />
      <DayField label="Agreed on" required max={today()} {...form.getInputProps("agreedOn")} />
      <DayField
        label={needsEnd ? "Last day" : "Last day (optional)"}
        required={needsEnd}
        description={
          needsEnd
            ? "Usually after twelve months, or the end of the contract with the member."
            : "Payouts after it get no invoice."
        }
        {...form.getInputProps("until")}
      />
      {needsEnd && (
        <Checkbox
          label="This is the last day of the contract with the member"
          checked={endsWithContract}
          onChange={(event) => setEndsWithContract(event.currentTarget.checked)}
        />
      )}
      <TextInput
        label="Name"
        description="As registered for VAT. Invoices show it with the VAT number."
        required
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <Textarea
        label="Address"
        required
        rows={3}
        autoComplete="off"
        {...form.getInputProps("address")}
      />
    </FormDialog>
  );
}

/** The shop's number is on the website on days with registration alone, and a registration needs one. */
function UnregisteredNotice() {
  const settings = useShopSettings();
  if (!settings || settings.shop.vatNo !== "") return null;
  return (
    <Notice tone="warning" title="No tax invoices while the shop is not registered for VAT">
      The shop is not registered for VAT today, or its VAT number is missing. You can save the
      agreement, but a payout of a day without registration gets no tax invoice. Check the
      registration under Other Settings first.
    </Notice>
  );
}

function EndDialog(props: { userId: number; onClose: () => void }) {
  const end = useCommand(api.taxDetails.endSelfBilling, {
    repeatable: true,
    done: "Agreement ended.",
    onDone: props.onClose,
  });
  return (
    <ConfirmDialog
      title="End agreement to self-billing?"
      confirmLabel="End agreement"
      cancelLabel="Keep agreement"
      isDangerous
      isBusy={end.isPending}
      error={end.error}
      onConfirm={() => end.send({ userId: props.userId })}
      onCancel={props.onClose}
    >
      <p>Payouts from now on get no tax invoice. Invoices that we have written stay.</p>
    </ConfirmDialog>
  );
}
