import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { percentWords } from "@portal/shared/network/commission-words.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import "../../../theme/mantine-forms.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { PercentInput } from "../../../ui/number-inputs.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { useCommand } from "../../../ui/use-command.ts";
import { agreementFacts, SelfBilling, useNeedsEnd } from "./self-billing.tsx";
import { type TaxDetails, taxFacts } from "./tax-details-card.tsx";

type Rates = ApiOutputs["withholding"]["rates"];

/** For the office: the tax that is withheld of a member's payouts, and the masked tax number. */
export function PersonTax(props: { id: number }) {
  const rates = api.withholding.rates.useQuery({ userId: props.id });
  const details = api.taxDetails.ofUser.useQuery({ userId: props.id });
  const [isEditing, setEditing] = useState(false);
  const maySave = useMayCall()("withholding.saveRate");
  return (
    <Stack component="section" gap="xs" maw={560} aria-labelledby="person-tax">
      <Group justify="space-between">
        <Title order={2} id="person-tax">
          Tax
        </Title>
        {rates.data && maySave && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Change rate
          </Button>
        )}
      </Group>
      <Loaded query={rates} what="the tax rate" lines={1} height={36}>
        {(rate) => (
          <Loaded query={details} what="the tax details" lines={2} height={36}>
            {(loaded) => <TaxOf userId={props.id} rate={rate} details={loaded} />}
          </Loaded>
        )}
      </Loaded>
      {isEditing && rates.data && (
        <RateDialog userId={props.id} rates={rates.data} onClose={() => setEditing(false)} />
      )}
    </Stack>
  );
}

function TaxOf(props: { userId: number; rate: Rates; details: TaxDetails }) {
  const { userId, rate, details } = props;
  const needsEnd = useNeedsEnd();
  const agreement = details?.selfBilling ?? null;
  return (
    <>
      <Facts
        facts={[
          { name: "Withheld of each payout", value: rateInWords(rate) },
          ...(details ? taxFacts(details) : []),
          ...(agreement ? agreementFacts(agreement, needsEnd) : []),
        ]}
      />
      {details === null && (
        <Text size="sm" c="dimmed">
          No tax details yet. Members add them under My profile.
        </Text>
      )}
      {details !== null && details.vatNumber !== null && (
        <SelfBilling userId={userId} agreement={agreement} />
      )}
    </>
  );
}

function rateInWords({ ofAll, own, inForce }: Rates): string {
  if (own === null) return `${percentWords(ofAll)}, as of all members`;
  if (own === inForce) return percentWords(own);
  return `${percentWords(ofAll)}, as of all members. The own rate of ${percentWords(own)} is lower, so it needs second approval`;
}

const wrongRate = "Enter 0 to 100, or nothing";

const rateSchema = z.nullable(
  z.int(wrongRate).check(z.minimum(0, wrongRate), z.maximum(10_000, wrongRate)),
);

function RateDialog(props: { userId: number; rates: Rates; onClose: () => void }) {
  const { userId, rates, onClose } = props;
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "rate",
    schema: z.object({ bps: rateSchema }),
    initialValues: { bps: rates.own },
  });
  const save = useCommand(api.withholding.saveRate, {
    repeatable: true,
    done: ({ proposalId }) => doneWords(proposalId, "Saved!"),
    form: { showErrors },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Tax withheld"
      onClose={onClose}
      onSubmit={onSubmit(({ bps }) => save.send({ userId, bps }))}
      submitLabel="Save"
      isDirty={form.isDirty()}
      isBusy={save.isPending}
      summary={summary}
      failure={save.error}
    >
      <Text size="sm">
        We withhold this part of all commission that a payout settles. Open requests keep their tax.
        A lower rate needs second approval.
      </Text>
      <PercentInput
        label="Rate in percent"
        description={`Leave this empty for the rate of all members, ${percentWords(rates.ofAll)}.`}
        {...form.getInputProps("bps")}
      />
    </FormDialog>
  );
}
