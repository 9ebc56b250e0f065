import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { saveSelfBillingSchema } from "@portal/shared/people/tax-details.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { useMay } from "../../../session/use-may.ts";
import "../../../theme/mantine-forms.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import type { TaxDetails } from "./tax-details-card.tsx";

type Agreement = NonNullable<TaxDetails>["selfBilling"];

/** For the office: a member's agreement to tax invoices that we write in the member's name. */
export function SelfBilling(props: { userId: number; agreement: Agreement }) {
  const { userId, agreement } = props;
  const [open, setOpen] = useState<"edit" | "end" | null>(null);
  const close = () => setOpen(null);
  const maySave = useMay("taxDetails.saveSelfBilling");
  return (
    <Stack gap="xs">
      {agreement ? (
        <Facts
          facts={[
            {
              name: "Self-billing",
              value: (
                <>
                  Agreed on <DayText value={agreement.agreedOn} />
                </>
              ),
            },
            {
              name: "On invoices",
              value: <Lines text={`${agreement.name}\n${agreement.address}`} />,
            },
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          No agreement to self-billing. With one, we write the tax invoice of each payout.
        </Text>
      )}
      {maySave && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen("edit")}>
            {agreement ? "Change agreement" : "Add agreement"}
          </Button>
          {agreement && (
            <Button variant="subtle" color="protea" onClick={() => setOpen("end")}>
              End agreement
            </Button>
          )}
        </Group>
      )}
      {open === "edit" && <AgreementDialog userId={userId} agreement={agreement} onClose={close} />}
      {open === "end" && <EndDialog userId={userId} onClose={close} />}
    </Stack>
  );
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, at) => <div key={at}>{line}</div>);
}

const typedSchema = z.pick(saveSelfBillingSchema, { agreedOn: true, name: true, address: true });

function AgreementDialog(props: { userId: number; agreement: Agreement; onClose: () => void }) {
  const { userId, agreement, onClose } = props;
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "self-billing",
    schema: typedSchema,
    initialValues: {
      agreedOn: agreement?.agreedOn ?? today(),
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
      onSubmit={onSubmit((typed) => save.send({ userId, ...typed }))}
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
      <DayField label="Agreed on" required max={today()} {...form.getInputProps("agreedOn")} />
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
