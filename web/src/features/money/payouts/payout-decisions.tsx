import { toBank } from "@portal/shared/money/payout-terms.ts";
import { Button, Checkbox, Group, Text, Textarea, TextInput } from "@mantine/core";
import { markPayoutAsPaidSchema } from "@portal/shared/money/payouts.ts";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { moneyRefusals } from "@portal/shared/platform/refusals/money-refusals.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { useSession } from "../../../session/session.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { calendarDay, DayText, formatDay, today } from "../../../ui/days.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { ErrorNotice, Notice, showFailureToast } from "../../../ui/feedback.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { type ListedPayout, Part } from "./payout-parts.tsx";

const rejectionSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "Please complete"), z.maxLength(500)),
});

/** Rejects a request: the amount returns to the balance, and the person sees the reason. */
export function RejectDialog(props: {
  payout: ListedPayout;
  onClose: () => void;
  onRejected: () => void;
}) {
  const { payout } = props;
  const checked = useCheckedForm({
    name: "reject",
    schema: rejectionSchema,
    initialValues: { reason: "" },
  });
  const { form, summary } = checked;
  const reject = useCommand(api.payouts.reject, {
    done: "Request rejected.",
    form: checked,
    onDone: props.onRejected,
  });
  const send = checked.onSubmit(({ reason }) => reject.send({ id: payout.id, reason }));
  return (
    <FormDialog
      title={`Reject request from ${payout.fullName}?`}
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Reject request"
      isDangerous
      isDirty={form.isDirty()}
      isBusy={reject.isPending}
      summary={summary}
      failure={reject.error}
    >
      <Text size="sm">
        {formatMoney(payout.amount, payout.currency)} returns to the distributor’s balance and can
        be requested again.
      </Text>
      <Textarea
        label="Reason"
        description={`${payout.fullName} will see this.`}
        required
        rows={3}
        maxLength={500}
        {...form.getInputProps("reason")}
      />
    </FormDialog>
  );
}

const markedPaidSchema = z.pick(markPayoutAsPaidSchema, { paidOn: true, reference: true });

/** Another admin settled the request first. */
const settledElsewhere: ReadonlySet<DomainErrorCode | null> = new Set<DomainErrorCode>([
  "payout.already-paid",
  "payout.already-rejected",
  "request.in-progress",
]);

/** Marks a request as paid, today unless another day is chosen. */
export function MarkPaidDialog(props: {
  payout: ListedPayout;
  onClose: () => void;
  onPaid: () => void;
}) {
  const { payout } = props;
  const readScreenAgain = useReadAgain();
  const checked = usePaidForm({ paidOn: today(), reference: "" });
  const { form, summary } = checked;
  const propose = useApproval({
    done: "Another admin must confirm this payout. We’ve asked them.",
    onDone: props.onPaid,
  });
  const pay = useCommand(api.payouts.markAsPaid, {
    done: "Payout marked as paid.",
    form: checked,
    onDone: props.onPaid,
    onError: (error) => {
      const reason = reasonOf(error);
      // The bank details changed after this list was loaded: the fresh row asks for the confirmation.
      if (reason === "payout.on-hold") void readScreenAgain();
      // Above the limit together with what was paid before: this admin's approval asks another one.
      if (reason === "decision.needed") propose.send({ id: payout.id });
      // The live update closes this dialog together with its error, so the reason is shown as a toast too.
      if (settledElsewhere.has(reason)) showFailureToast(error);
    },
  });
  // Whether the person confirmed recently changed bank details to the office.
  const [isConfirmed, setConfirmed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const send = checked.onSubmit(({ paidOn, reference }) => {
    if (payout.bankDetailsHoldUntil) {
      setMissing(!isConfirmed);
      if (!isConfirmed) return;
    }
    const request = {
      id: payout.id,
      paidOn,
      ...(reference ? { reference } : {}),
      ...(isConfirmed ? { confirmHold: true } : {}),
    };
    pay.send(request);
  });
  const amount = formatMoney(toBank(payout), payout.currency);

  return (
    <FormDialog
      title="Mark as paid"
      onClose={props.onClose}
      onSubmit={send}
      submitLabel={`Mark ${amount} as paid`}
      isDirty={form.isDirty() || isConfirmed}
      isBusy={pay.isPending || propose.isPending}
      summary={summary}
      failure={propose.error ?? (reasonOf(pay.error) === "decision.needed" ? null : pay.error)}
    >
      <Facts
        facts={[
          { name: "Person", value: payout.fullName },
          { name: "Amount", value: amount },
          { name: "Request date", value: formatDay(payout.requested) },
        ]}
      />
      <PaidFields payout={payout} form={form} />
      {payout.bankDetailsHoldUntil && (
        <Notice tone="warning" title={moneyRefusals["payout.on-hold"].message}>
          <Checkbox
            label={`${payout.fullName} has confirmed the bank details to me`}
            checked={isConfirmed}
            error={isMissing && !isConfirmed && <span role="alert">Required</span>}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        </Notice>
      )}
    </FormDialog>
  );
}

function usePaidForm(initialValues: { paidOn: string; reference: string }) {
  return useCheckedForm({ name: "paid", schema: markedPaidSchema, initialValues });
}

type PaidForm = ReturnType<typeof usePaidForm>["form"];

/** A payment is dated between the request and today. */
function PaidFields(props: { payout: ListedPayout; form: Pick<PaidForm, "getInputProps"> }) {
  const { payout, form } = props;
  return (
    <>
      <DayField
        label="Paid on"
        required
        min={calendarDay(payout.requested)}
        max={today()}
        {...form.getInputProps("paidOn")}
      />
      <TextInput label="Bank reference (optional)" {...form.getInputProps("reference")} />
    </>
  );
}

/** Corrects the day and the reference of a recorded payment; its amount is final. */
export function CorrectPaidDialog(props: { payout: ListedPayout; onClose: () => void }) {
  const { payout, onClose } = props;
  const checked = usePaidForm({
    paidOn: payout.datePaid ?? "",
    reference: payout.reference ?? "",
  });
  const { form, summary } = checked;
  const correct = useCommand(api.payouts.correct, {
    done: "Payment corrected.",
    form: checked,
    onDone: onClose,
  });
  const send = checked.onSubmit(({ paidOn, reference }) =>
    correct.send({ id: payout.id, paidOn, ...(reference ? { reference } : {}) }),
  );
  return (
    <FormDialog
      title="Correct payment"
      onClose={onClose}
      onSubmit={send}
      submitLabel="Save correction"
      isDirty={form.isDirty()}
      isBusy={correct.isPending}
      summary={summary}
      failure={correct.error}
    >
      <Text size="sm">
        The amount stays {formatMoney(toBank(payout), payout.currency)}. The log keeps what was
        recorded before.
      </Text>
      <PaidFields payout={payout} form={form} />
    </FormDialog>
  );
}

/** Clears a request: a rejection without a reason. */
export function ClearDialog(props: {
  payout: ListedPayout;
  onClose: () => void;
  onCleared: () => void;
}) {
  const { payout } = props;
  const reject = useCommand(api.payouts.reject, {
    done: "Request cleared.",
    onDone: props.onCleared,
  });
  return (
    <ConfirmDialog
      title={`Clear request from ${payout.fullName}?`}
      confirmLabel="Clear request"
      isBusy={reject.isPending}
      error={reject.error}
      onConfirm={() => reject.send({ id: payout.id, reason: null })}
      onCancel={props.onClose}
    >
      <p>
        {formatMoney(payout.amount, payout.currency)} returns to the distributor’s balance with no
        reason given. To give a reason, reject the request instead.
      </p>
    </ConfirmDialog>
  );
}

function useApproval({ done, onDone }: Readonly<{ done: string; onDone?: () => void }>) {
  return useCommand(api.payouts.approve, {
    repeatable: true,
    done,
    onDone: () => onDone?.(),
  });
}

/** Above the limit, alone or with what was paid before, one admin approves and another pays. */
export function SecondApproval(props: { payout: ListedPayout }) {
  const { payout } = props;
  const session = useSession();
  const myId = session.state === "signed-in" ? session.user.id : null;
  const approve = useApproval({ done: "Payout approved." });
  if (!payout.needsSecondPerson && payout.approvals.length === 0) return null;
  const isMine = payout.approvals.some(({ by }) => by === myId);
  const others = payout.approvals.filter(({ by }) => by !== myId);
  const isReady = others.length > 0 || payout.approvals.some(({ isSettled }) => isSettled);

  return (
    <Part title="Second approval">
      <Notice
        tone={isReady ? "good" : "warning"}
        title={
          isReady
            ? "Approved. You can pay this."
            : isMine
              ? "You approved this. Someone else must pay it."
              : "Someone else must approve this before you can pay it."
        }
      >
        {payout.approvals.map(({ by, name, at }) => (
          <p key={by}>
            {name}, <DayText value={at} withTime />
          </p>
        ))}
      </Notice>
      <ErrorNotice error={approve.error} />
      {!isMine && (
        <Group justify="space-between" gap="xs" mt="xs">
          <Text size="sm" c="dimmed" flex="1 1 240px">
            The approver cannot pay it, unless another admin confirms it under Decisions.
          </Text>
          <Button
            variant="default"
            loading={approve.isPending}
            onClick={() => approve.send({ id: payout.id })}
          >
            Approve payout
          </Button>
        </Group>
      )}
    </Part>
  );
}
