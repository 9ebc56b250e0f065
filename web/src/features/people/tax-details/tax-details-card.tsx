import { Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { saveTaxDetailsSchema } from "@portal/shared/people/tax-details.ts";
import {
  type TaxNumberKind,
  taxNumberWords,
  taxNumbersOf,
} from "@portal/shared/people/tax-numbers.ts";
import { hasVat, type Region } from "@portal/shared/platform/region.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import "../../../theme/mantine-forms.ts";
import { DayText } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { RadioField } from "../../../ui/fields.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";

export type TaxDetails = ApiOutputs["taxDetails"]["get"];

/** The member's own tax and VAT number, for the tax certificates of the shop. */
export function TaxDetailsCard() {
  const details = api.taxDetails.get.useQuery();
  const [isEditing, setEditing] = useState(false);
  const maySave = !useIsImpersonated();
  const region = useShopSettings()?.region;

  return (
    <Card component="section" aria-labelledby="tax-details">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id="tax-details">
            Tax details
          </Title>
          {details.data !== undefined && region && maySave && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {details.data ? "Change" : "Add tax details"}
            </Button>
          )}
        </Group>
        <Loaded query={details} what="your tax details" lines={2} height={36}>
          {(data) =>
            data ? (
              <>
                <Facts facts={taxFacts(data)} />
                {data.selfBilling && <OwnSelfBilling agreement={data.selfBilling} />}
              </>
            ) : (
              <Text c="dimmed">
                We need your tax number for the tax certificate of your commission.
              </Text>
            )
          }
        </Loaded>
        {isEditing && region && (
          <TaxDetailsDialog
            region={region}
            details={details.data ?? null}
            onClose={() => setEditing(false)}
          />
        )}
      </Stack>
    </Card>
  );
}

function OwnSelfBilling(props: { agreement: NonNullable<NonNullable<TaxDetails>["selfBilling"]> }) {
  const { name, agreedOn, until } = props.agreement;
  return (
    <Text size="sm">
      You agreed to self-billing on <DayText value={agreedOn} />
      {until !== null && (
        <>
          {" "}
          until <DayText value={until} />
        </>
      )}
      : we write the tax invoice of each payout in the name of {name}. You find it in your wallet.
      Do not send us one of your own.
    </Text>
  );
}

export function taxFacts({ kind, number, idNumber, vatNumber }: NonNullable<TaxDetails>) {
  return [
    { name: taxNumberWords[kind], value: number },
    idNumber !== null && { name: taxNumberWords["za-id"], value: idNumber },
    vatNumber !== null && { name: "VAT number", value: vatNumber },
  ];
}

function TaxDetailsDialog(props: { region: Region; details: TaxDetails; onClose: () => void }) {
  const { region, details, onClose } = props;
  const kinds = taxNumbersOf[region];
  const knownId = details?.idNumber ?? (details?.kind === "za-id" ? details.number : null);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "tax",
    schema: saveTaxDetailsSchema,
    initialValues: {
      kind: details?.kind ?? kinds[0],
      // Only the last digits are known here; an empty field keeps the number.
      number: "",
      idNumber: "",
      vatNumber: details?.vatNumber ?? "",
    },
  });
  const save = useCommand(api.taxDetails.save, {
    repeatable: true,
    done: "Saved!",
    form: { showErrors },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Tax details"
      onClose={onClose}
      onSubmit={onSubmit((typed) => save.send(typed))}
      submitLabel="Save"
      isDirty={form.isDirty()}
      isBusy={save.isPending}
      summary={summary}
      failure={save.error}
    >
      <RadioField
        label="Which number do you have?"
        options={kinds}
        wordOf={(kind: TaxNumberKind) => taxNumberWords[kind]}
        {...form.getInputProps("kind")}
      />
      <TextInput
        label="Number"
        required={!details}
        autoComplete="off"
        {...(details ? { description: `Leave this empty to keep ${details.number}.` } : {})}
        {...form.getInputProps("number")}
      />
      {form.values.kind === "za-tax" && (
        <TextInput
          label={`${taxNumberWords["za-id"]} (optional)`}
          description={
            knownId === null
              ? "If you have one. Your tax certificate has both."
              : `Leave this empty to keep ${knownId}.`
          }
          autoComplete="off"
          {...form.getInputProps("idNumber")}
        />
      )}
      {hasVat[region] && (
        <TextInput
          label="VAT number (optional)"
          description={
            details?.selfBilling
              ? "Another VAT number ends your agreement to self-billing."
              : "Only if you are registered for VAT."
          }
          autoComplete="off"
          {...form.getInputProps("vatNumber")}
        />
      )}
    </FormDialog>
  );
}
