import { toBank } from "@portal/shared/money/payout-terms.ts";
import "../../../theme/mantine-forms.ts";
import { Button, List, NativeSelect, Stack, Text } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { layoutNames, layoutsOf, makePayoutBatchSchema } from "@portal/shared/money/payouts.ts";
import { Link } from "wouter";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { today } from "../../../ui/days.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { DialogActions } from "../../../ui/modal-dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { countWords, type ListedPayout } from "./payout-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";

const batchSchema = z.pick(makePayoutBatchSchema, { layout: true, payOn: true });
type Made = ApiOutputs["payoutBatches"]["make"];

/** Combines payout requests into one bank file. Requests that cannot be included are listed with the reason. */
export function MakeBatchDialog(props: {
  payouts: readonly ListedPayout[];
  onClose: () => void;
  onMade: () => void;
}) {
  const { payouts } = props;
  const layouts = layoutsOf[useShopSettings()?.region ?? "za"];
  const checked = useCheckedForm({
    name: "payout-batch",
    schema: batchSchema,
    initialValues: { layout: layouts[0], payOn: today() },
  });
  const { form, summary } = checked;
  const make = useCommand(api.payoutBatches.make, { repeatable: true, form: checked });
  return (
    <FormDialog
      title="Create payout batch"
      onClose={make.data ? props.onMade : props.onClose}
      onSubmit={checked.onSubmit((typed) =>
        make.send({ ids: payouts.map(({ id }) => id), ...typed }),
      )}
      submitLabel="Create batch"
      isDirty={!make.data && form.isDirty()}
      isBusy={make.isPending}
      summary={summary}
      failure={make.error}
      outcome={make.data && <Made made={make.data} onClose={props.onMade} />}
    >
      <Text fw={600}>{sumWords(payouts.filter((payout) => payout.obstacle === null))}</Text>
      <Obstacles payouts={payouts} />
      <NativeSelect
        label="Bank file for"
        data={layouts.map((value) => ({ value, label: layoutNames[value] }))}
        {...form.getInputProps("layout")}
      />
      <DayField label="Pay on" required min={today()} {...form.getInputProps("payOn")} />
    </FormDialog>
  );
}

function Obstacles({ payouts }: { payouts: readonly ListedPayout[] }) {
  const left = payouts.flatMap(({ id, fullName, obstacle }) =>
    obstacle === null ? [] : [{ id, fullName, words: obstacle }],
  );
  return left.length > 0 && <NotIncluded left={left} />;
}

function NotIncluded(props: {
  left: readonly Readonly<{ id: string; fullName: string; words: string }>[];
}) {
  return (
    <Notice tone="warning" title="Not included">
      <List size="sm">
        {props.left.map(({ id, fullName, words }) => (
          <List.Item key={id}>
            {fullName}: {words}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}

function Made(props: { made: Made; onClose: () => void }) {
  const { batchId, itemCount, left, needsDecision } = props.made;
  return (
    <Stack>
      <Notice tone="good" title={`Payout batch ${batchId} has ${countWords(itemCount)}`}>
        <p>
          {needsDecision
            ? "It is above the limit, so another admin must confirm it under Decisions. Download its bank file after that."
            : "Download its bank file. Mark the batch as paid once the bank has paid it."}
        </p>
      </Notice>
      {left.length > 0 && <NotIncluded left={left} />}
      <DialogActions>
        <Button variant="default" onClick={props.onClose}>
          Close
        </Button>
        <Button component={Link} href={`/admin/payout-batches?batch=${batchId}`}>
          View batch
        </Button>
      </DialogActions>
    </Stack>
  );
}

/** Of the requests that the batch will have. */
function sumWords(payouts: readonly ListedPayout[]): string {
  const total = payouts.reduce((sum, payout) => sum + toBank(payout), 0);
  const [first] = payouts;
  const money = first ? `, ${formatMoney(total, first.currency)}` : "";
  return `${countWords(payouts.length)}${money}`;
}
