import { Anchor, Button, List, Menu, Stack, Stepper, Table, Text } from "@mantine/core";
import {
  layoutNames,
  type PayoutBatchState,
  payPayoutBatchSchema,
} from "@portal/shared/money/payouts.ts";
import { useState } from "react";
import { Link } from "wouter";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { calendarDay, DayText, today } from "../../../ui/days.tsx";
import { Facts, StatusText } from "../../../ui/facts.tsx";
import { ErrorNotice, Loaded, Notice } from "../../../ui/feedback.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { countWords, Part } from "./payout-parts.tsx";
import { useReadAgain } from "../../../api/read-again.ts";
import { useCommand } from "../../../ui/use-command.ts";

type Batch = ApiOutputs["payoutBatches"]["byId"];

/** One payout batch: its progress, its payouts with their results, and the actions of its state. */
export function BatchSheet(props: { batchId: number; onClose: () => void }) {
  const { batchId } = props;
  const batch = api.payoutBatches.byId.useQuery({ batchId });
  const [doing, setDoing] = useState<"pay" | "cancel" | "file" | null>(null);
  const stop = () => setDoing(null);
  const file = api.payoutBatches.file.useMutation({
    onSuccess: ({ name, text }) => {
      saveFile(new Blob([text], { type: "text/csv" }), name);
      stop();
    },
    // It may wait for another admin from now on.
    onError: () => batch.refetch(),
  });
  // The file of a paid batch is confirmed first: uploading it again pays twice. A cancelled one has none any more.
  const waits = batch.data?.state === "open" && batch.data.decision === "open";
  const download = () =>
    batch.data?.state === "open" ? file.mutate({ batchId }) : setDoing("file");
  return (
    <Sheet
      title={`Payout batch ${batchId}`}
      states={batch.data && <BatchStatus state={batch.data.state} />}
      onClose={props.onClose}
      foot={
        batch.data && (
          <>
            {batch.data.state === "open" && (
              <MoreMenu inFoot>
                <Menu.Item color="protea" onClick={() => setDoing("cancel")}>
                  Cancel batch
                </Menu.Item>
              </MoreMenu>
            )}
            {!waits && batch.data.state !== "cancelled" && (
              <Button variant="default" loading={file.isPending} onClick={download}>
                Download bank file
              </Button>
            )}
            {batch.data.state === "open" && !waits && (
              <Button onClick={() => setDoing("pay")}>Mark all as paid</Button>
            )}
            {waits && (
              <Button component={Link} href="/admin/decisions" variant="default">
                View decisions
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded what="the payout batch" query={batch} lines={5}>
        {(loaded) => (
          <Stack gap="lg">
            {doing === null && <ErrorNotice error={file.error} />}
            {waits && (
              <Notice
                tone="warning"
                title="Someone else must confirm this batch before it is paid."
              >
                <p>It is above the limit, alone or together with what was paid before.</p>
              </Notice>
            )}
            {loaded.state === "open" && loaded.decision === "confirmed" && (
              <Notice tone="good" title="Confirmed. You can pay this batch." />
            )}
            <BatchDetails batch={loaded} />
          </Stack>
        )}
      </Loaded>
      {batch.data && doing === "pay" && <PayDialog batch={batch.data} onClose={stop} />}
      {batch.data && doing === "file" && (
        <ConfirmDialog
          title="Download the bank file again?"
          confirmLabel="Download bank file"
          isDangerous
          isBusy={file.isPending}
          error={file.error}
          onConfirm={() => file.mutate({ batchId })}
          onCancel={stop}
        >
          <p>This batch is already paid. Uploading its file again pays everyone in it twice.</p>
        </ConfirmDialog>
      )}
      {batch.data && doing === "cancel" && <CancelDialog batch={batch.data} onClose={stop} />}
    </Sheet>
  );
}

export const batchWords: Readonly<Record<PayoutBatchState, string>> = {
  open: "Open",
  paid: "Paid",
  cancelled: "Cancelled",
};
const batchTones = { open: "waiting", paid: "good", cancelled: "neutral" } as const;

export function BatchStatus({ state }: { state: PayoutBatchState }) {
  return <StatusText tone={batchTones[state]}>{batchWords[state]}</StatusText>;
}

function BatchDetails({ batch }: { batch: Batch }) {
  return (
    <>
      <div>
        <Text fz={30} fw={650} lh={1.2}>
          <MoneyText minor={batch.total} currency={batch.currency} />
        </Text>
        <Text size="sm" c="dimmed">
          {countWords(batch.itemCount)}, to be paid on <DayText value={batch.payOn} />
        </Text>
      </div>
      {batch.state !== "cancelled" && <BatchSteps batch={batch} />}
      <Facts
        facts={[
          { name: "Bank file", value: layoutNames[batch.layout] },
          { name: "Hash total", value: <code>{batch.hashTotal}</code> },
          { name: "Created by", value: batch.madeByName },
          { name: "Created", value: <DayText value={batch.madeAt} withTime /> },
          batch.settledAt !== null && {
            name: batch.state === "paid" ? "Settled" : "Cancelled",
            value: (
              <>
                <DayText value={batch.settledAt} withTime /> by {batch.settledByName}
              </>
            ),
          },
        ]}
      />
      <Part title="Payouts in this batch">
        <Table verticalSpacing="xs" highlightOnHover={false}>
          <Table.Tbody>
            {batch.items.map((item) => (
              <Item key={item.id} item={item} currency={batch.currency} />
            ))}
          </Table.Tbody>
        </Table>
      </Part>
      {batch.state !== "cancelled" && <ProofOfPayment />}
    </>
  );
}

/** Created, paid, confirmed by a bank statement; each step says what it waits for. */
function BatchSteps({ batch }: { batch: Batch }) {
  const isPhone = useIsPhone();
  const paid = batch.items.filter(({ state }) => state === "paid");
  const proved = paid.filter(({ proofDay }) => proofDay !== null).length;
  const isProved = batch.state === "paid" && proved === paid.length;
  return (
    <Stepper
      size="sm"
      active={isProved ? 3 : batch.state === "paid" ? 2 : 1}
      orientation={isPhone ? "vertical" : "horizontal"}
      allowNextStepsSelect={false}
    >
      <Stepper.Step label="Created" description="Send the file to the bank" />
      <Stepper.Step label="Paid" description="Once the bank has paid" />
      <Stepper.Step
        label="Confirmed"
        description={
          batch.state === "paid" ? `${proved} of ${paid.length} on a statement` : "On a statement"
        }
      />
    </Stepper>
  );
}

const itemTones = { open: "waiting", paid: "good", released: "neutral" } as const;
const itemWords = { open: "Waiting", paid: "Paid", released: "Removed" } as const;

function Item({ item, currency }: { item: Batch["items"][number]; currency: Batch["currency"] }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text inherit fw={600}>
          <PersonName id={item.userId}>{item.fullName}</PersonName>
        </Text>
        <Text inherit c="dimmed">
          {item.reference}
        </Text>
        {item.failure !== null && (
          <Text inherit c="var(--bad)">
            {item.failure}
          </Text>
        )}
        {item.proofDay !== null && (
          <Text inherit c="dimmed">
            On bank statement: <DayText value={item.proofDay} />
          </Text>
        )}
        {item.difference !== null && (
          <Text inherit c="var(--bad)">
            The bank paid <MoneyText minor={item.difference.amount} currency={currency} /> on{" "}
            <DayText value={item.difference.day} />
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end" fw={550}>
        <MoneyText minor={item.amount} currency={currency} />
      </Table.Td>
      <Table.Td ta="end">
        <StatusText tone={item.failure === null ? itemTones[item.state] : "bad"}>
          {item.failure === null ? itemWords[item.state] : "Not marked"}
        </StatusText>
      </Table.Td>
    </Table.Tr>
  );
}

const paidSchema = z.pick(payPayoutBatchSchema, { paidOn: true });

function PayDialog(props: { batch: Batch; onClose: () => void }) {
  const { batch } = props;
  const checked = useCheckedForm({
    name: "pay-batch",
    schema: paidSchema,
    initialValues: { paidOn: today() },
  });
  const { form, summary } = checked;
  const pay = useCommand(api.payoutBatches.pay, {
    repeatable: true,
    form: checked,
    done: ({ failed }) => (failed.length > 0 ? null : "Batch marked as paid."),
    onDone: ({ failed }) => failed.length === 0 && props.onClose(),
    onError: useReadAgain(),
  });
  const failed = pay.data?.failed ?? [];
  const names = new Map(batch.items.map(({ id, fullName }) => [id, fullName]));
  return (
    <FormDialog
      title="Mark all as paid"
      onClose={props.onClose}
      onSubmit={checked.onSubmit(({ paidOn }) => pay.send({ batchId: batch.id, paidOn }))}
      submitLabel="Mark as paid"
      cancelLabel={failed.length > 0 ? "Close" : "Cancel"}
      isDirty={!pay.data && form.isDirty()}
      isBusy={pay.isPending}
      summary={summary}
      failure={pay.error}
    >
      {failed.length > 0 && (
        <Notice tone="bad" title={`${pay.data?.paid ?? 0} marked as paid. These were not:`}>
          <List size="sm">
            {failed.map(({ payoutId, words }) => (
              <List.Item key={payoutId}>
                {names.get(payoutId)}: {words}
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
      <DayField
        label="Paid on"
        required
        min={calendarDay(batch.madeAt)}
        max={today()}
        {...form.getInputProps("paidOn")}
      />
    </FormDialog>
  );
}

function CancelDialog(props: { batch: Batch; onClose: () => void }) {
  const cancel = useCommand(api.payoutBatches.cancel, {
    repeatable: true,
    done: "Batch cancelled.",
    onDone: props.onClose,
  });
  return (
    <ConfirmDialog
      title={`Cancel payout batch ${props.batch.id}?`}
      confirmLabel="Cancel batch"
      cancelLabel="Keep batch"
      isDangerous
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.send({ batchId: props.batch.id })}
      onCancel={props.onClose}
    >
      <p>
        Its open payouts return to the list. If you have already sent the file to the bank, cancel
        it there first. Approvals given before the file was downloaded end.
      </p>
    </ConfirmDialog>
  );
}

/** Payouts are found on the statements by amount and reference, or as one debit of the whole batch. */
function ProofOfPayment() {
  return (
    <Part title="Proof of payment">
      <Text size="sm" c="dimmed">
        A bank statement uploaded under{" "}
        <Anchor component={Link} href="/admin/bank-payments" inherit>
          Bank payments
        </Anchor>{" "}
        confirms which payouts left the account. This does not change any payout.
      </Text>
    </Part>
  );
}
