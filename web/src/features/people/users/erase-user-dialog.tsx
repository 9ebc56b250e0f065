import { Anchor, Button, List, NativeSelect, Stack } from "@mantine/core";
import {
  type CreditChoice,
  creditChoiceSchema,
  type CreditGivenUpReason,
  creditGivenUpReasons,
  type CreditPaidOutReason,
  creditPaidOutReasons,
  type DueOrder,
} from "@portal/shared/people/users/erase-user.ts";
import { dayInWords } from "@portal/shared/platform/calendar.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { useMemo } from "react";
import { Link } from "wouter";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { today } from "../../../ui/days.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import type { ListedUser } from "./user-columns.tsx";
import { SurnameField, surnameSchema } from "./user-fields.tsx";
import { nameOf } from "./user-words.ts";

type Due = ApiOutputs["users"]["moneyDue"];
type Props = Readonly<{ user: ListedUser; onClose: () => void }>;

/** Erases a person permanently: after everything due is settled, and confirmed by the surname and the admin's password. */
export function EraseUserDialog(props: Props) {
  const { user, onClose } = props;
  const due = api.users.moneyDue.useQuery({ id: user.id }, { gcTime: 0 });
  const data = due.isFetching ? undefined : due.data;
  const title = `Erase ${nameOf(user)}?`;
  if (data && data.openPayout === null && data.commission <= 0 && data.orders.length === 0)
    return <EraseForm title={title} due={data} {...props} />;
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Loaded query={{ ...due, data }} what="what is due" lines={3} height={64}>
        {(open) => (
          <Stack>
            <WhatIsDue due={open} />
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            </DialogActions>
          </Stack>
        )}
      </Loaded>
    </ModalDialog>
  );
}

/** Open money and orders, which could not be settled once the person is erased. */
function WhatIsDue(props: { due: Due }) {
  const { openPayout, commission, storeCredit, orders, currency } = props.due;
  return (
    <Notice tone="warning" title="Settle these first">
      <List size="sm">
        {openPayout !== null && (
          <List.Item>
            A{" "}
            <Anchor component={Link} inherit href="/admin/payout-requests">
              payout request
            </Anchor>{" "}
            of {formatMoney(openPayout, currency)} is open: pay or reject it.
          </List.Item>
        )}
        {commission > 0 && (
          <List.Item>
            {formatMoney(commission, currency)} of commission is unpaid: pay it out.
          </List.Item>
        )}
        {orders.map(({ uuid, orderNumber, reason }) => (
          <List.Item key={uuid}>
            <Anchor component={Link} inherit href={`/admin/orders?order=${uuid}`}>
              Order {orderNumber}
            </Anchor>{" "}
            {orderReasonWords[reason]}
          </List.Item>
        ))}
        {storeCredit > 0 && (
          <List.Item>
            {formatMoney(storeCredit, currency)} of store credit is left. You can decide about it
            here once the rest is settled.
          </List.Item>
        )}
      </List>
    </Notice>
  );
}

function EraseForm(props: Props & Readonly<{ title: string; due: Due }>) {
  const { user, due, onClose } = props;
  const { form, summary, send, erase } = useErase(props);
  const credit = formatMoney(due.storeCredit, due.currency);
  const choice = form.getValues().credit;
  return (
    <FormDialog
      title={props.title}
      onClose={onClose}
      onSubmit={send}
      submitLabel="Erase permanently"
      isDirty={form.isDirty()}
      isBusy={erase.isPending}
      isDangerous
      summary={summary}
      failure={erase.error}
    >
      <Notice tone="warning" title="You cannot undo this">
        <p>
          We’ll delete this person’s name, contact details, addresses, bank details and messages,
          here and in any restored backup. Orders, commission and payouts stay in the ledger under
          number {user.id}. Unused store credit is lost.
        </p>
        <p>
          Invoices lose this person’s name, address and VAT number. First download those that you
          must keep.
        </p>
        {due.commission < 0 && (
          <p>
            This person owes {formatMoney(0 - due.commission, due.currency)} of commission that was
            reversed after it was paid. {whatIsOwed(due)}
          </p>
        )}
        {due.taxIdentityThrough !== null && (
          <p>
            We paid this person, so you must file a tax certificate. We keep the name and tax
            numbers for that until {dayInWords(due.taxIdentityThrough)}, and show them nowhere else.
          </p>
        )}
      </Notice>
      {due.storeCredit > 0 && (
        <>
          <NativeSelect
            label={`What happens to ${credit} of store credit?`}
            required
            data={[
              { value: "", label: "Choose one" },
              ...creditDecisions.map(({ key, words }) => ({ value: key, label: words })),
            ]}
            {...form.getInputProps("credit")}
          />
          {isPaidOut(choice) && due.creditTax > 0 && (
            <Notice tone="info" title="Tax is withheld">
              Transfer {formatMoney(due.storeCredit - due.creditTax, due.currency)}.{" "}
              {formatMoney(due.creditTax, due.currency)} is withheld as tax, as of a payout.
            </Notice>
          )}
          {isPaidOut(choice) && (
            <DayField
              label="Paid out on"
              required
              min={due.creditedOn ?? undefined}
              max={today()}
              {...form.getInputProps("paidOn")}
            />
          )}
        </>
      )}
      <SurnameField lastName={user.lastName} {...form.getInputProps("surname")} />
    </FormDialog>
  );
}

/** How what a person owes ends: by their store credit, as far as it goes. */
function whatIsOwed({ commission, setOff, currency }: Due): string {
  if (setOff === 0) return "It is written off.";
  const paidBack = `${formatMoney(setOff, currency)} of store credit pays it back.`;
  return setOff + commission === 0
    ? paidBack
    : `${paidBack} The rest, ${formatMoney(0 - commission - setOff, currency)}, is written off.`;
}

function useErase({ user, due, onClose }: Props & Readonly<{ due: Due }>) {
  const { id, lastName } = user;
  const { storeCredit: amount } = due;
  const schema = useMemo(() => eraseSchema(lastName, amount > 0), [lastName, amount]);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "erase",
    schema,
    initialValues: { surname: "", credit: "", paidOn: today() },
  });
  const erase = useCommand(api.users.erase, {
    done: "Done!",
    form: { showErrors },
    onDone: onClose,
  });
  const send = onSubmit(({ choice }) => {
    erase.send({ id, ...(choice && { credit: { ...choice, amount } }) });
  });
  return { form, summary, send, erase };
}

function eraseSchema(lastName: string, hasCredit: boolean) {
  return z.pipe(
    z.object({ surname: surnameSchema(lastName), credit: z.string(), paidOn: z.string() }),
    z.transform(({ credit, paidOn }, context): { choice: CreditChoice | null } => {
      if (!hasCredit) return { choice: null };
      const decision = creditDecisions.find(({ key }) => key === credit);
      const choice = creditChoiceSchema.safeParse(decision?.choiceOn(paidOn));
      if (choice.success) return { choice: choice.data };
      const field = decision ? "paidOn" : "credit";
      context.issues.push({ code: "custom", path: [field], message: "Choose one.", input: paidOn });
      return z.NEVER;
    }),
  );
}

const paidOutWords: Readonly<Record<CreditPaidOutReason, string>> = {
  "account-closed": "Paid out, because the account is closed",
  "person-asked": "Paid out, because the person asked for it",
};
const givenUpWords: Readonly<Record<CreditGivenUpReason, string>> = {
  "person-asked": "Given up by the person",
  lapsed: "Given up, because it has lapsed",
  "granted-in-error": "Given up, because it was granted by mistake",
};

/** The decisions about leftover store credit: each pair of decision and reason is one option. */
const creditDecisions = [
  ...creditPaidOutReasons.map((reason) => ({
    key: `paid-out ${reason}`,
    words: paidOutWords[reason],
    choiceOn: (paidOn: string) => ({ decision: "paid-out", paidOn, reason }),
  })),
  ...creditGivenUpReasons.map((reason) => ({
    key: `given-up ${reason}`,
    words: givenUpWords[reason],
    choiceOn: (_paidOn: string) => ({ decision: "given-up", reason }),
  })),
] as const;

function isPaidOut(key: string): boolean {
  return key.startsWith("paid-out ");
}

const orderReasonWords: Readonly<Record<DueOrder["reason"], string>> = {
  "to-give-back": "is overpaid: refund the difference.",
  "part-paid": "is paid in part: refund that, or collect the rest.",
  "on-statement": "is named in a bank transaction: decide about it under Bank payments.",
  "to-ship": "is paid and not shipped: ship or refund it.",
};
