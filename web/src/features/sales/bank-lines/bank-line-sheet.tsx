import { z } from "zod/mini";
import { Button, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { type BankKind, bankKinds, kindWords } from "@portal/shared/sales/bank-debits.ts";
import { ignoreBankLineSchema, type ProposalKind } from "@portal/shared/sales/bank-lines.ts";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { OfficeLink } from "../../../ui/office-link.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { Facts, StatusText, type Tone } from "../../../ui/facts.tsx";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { MatchForm, type ListedBankLine } from "./bank-line-match-form.tsx";
import { RepaidCommissionButton, RepaidCommissionForm } from "./repaid-commission-form.tsx";
import { ReturnedPayoutButton, ReturnedPayoutForm } from "./returned-payout-form.tsx";
import { UndoRepaymentDialog, UndoReturnDialog } from "./undo-money-back.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { doneWords } from "../../../ui/done-words.ts";

/** A bank transaction with its proposed match, and the actions of its state. */
export function BankLineSheet(props: { line: ListedBankLine; onClose: () => void }) {
  const { line } = props;
  const [isIgnoring, setIsIgnoring] = useState(false);
  const [ofWallet, setOfWallet] = useState<"payout-returned" | "commission-repaid" | null>(null);
  const backToAll = () => setOfWallet(null);
  const mayMatch = useMayCall()("bankLines.use");
  return (
    <Sheet title="Bank transaction" onClose={props.onClose}>
      <Stack gap="lg">
        <div>
          <Text fz={30} fw={650} lh={1.1}>
            <MoneyText minor={line.amount} currency={line.currency} />
          </Text>
          <Text>{line.description}</Text>
        </div>
        <Facts
          facts={[
            { name: "Date on bank statement", value: <DayText value={line.bookedOn} /> },
            { name: "File", value: line.fileName },
            line.account && { name: "Account", value: line.account },
          ]}
        />
        {line.state === "open" && ofWallet === "payout-returned" && (
          <ReturnedPayoutForm lineId={line.id} onDone={props.onClose} onCancel={backToAll} />
        )}
        {line.state === "open" && ofWallet === "commission-repaid" && (
          <RepaidCommissionForm lineId={line.id} onDone={props.onClose} onCancel={backToAll} />
        )}
        {line.state === "open" && !isIgnoring && ofWallet === null && (
          <>
            <Notice tone={line.proposal?.kind === "exact" ? "good" : "info"}>
              {wordsOf(line)}.
            </Notice>
            {!mayMatch ? null : line.proposal?.kind === "waiting" ? (
              <Button component={Link} href="/admin/decisions" variant="default">
                View decisions
              </Button>
            ) : (
              <>
                <MatchForm line={line} onDone={props.onClose} />
                <Button variant="default" onClick={() => setIsIgnoring(true)}>
                  Not an order payment
                </Button>
                <ReturnedPayoutButton
                  lineId={line.id}
                  onClick={() => setOfWallet("payout-returned")}
                />
                <RepaidCommissionButton onClick={() => setOfWallet("commission-repaid")} />
              </>
            )}
          </>
        )}
        {line.state === "open" && isIgnoring && (
          <IgnoreForm line={line} onDone={props.onClose} onCancel={() => setIsIgnoring(false)} />
        )}
        {line.state === "applied" && <Matched line={line} onDone={props.onClose} />}
        {line.state === "ignored" && <Ignored line={line} onDone={props.onClose} />}
      </Stack>
    </Sheet>
  );
}

function Matched(props: { line: ListedBankLine; onDone: () => void }) {
  const { line } = props;
  const may = useMayCall();
  return (
    <section aria-labelledby="used-for">
      <Title order={3} id="used-for" mb={4}>
        Matched to
      </Title>
      <Facts
        amounts
        facts={line.uses.map(({ orderNumber, amount }) => ({
          name: (
            <OfficeLink
              href={`/admin/orders?search=${eftPrefix}${orderNumber}`}
              needs="orders.list"
            >
              {eftPrefix}
              {orderNumber}
            </OfficeLink>
          ),
          value: <MoneyText minor={amount} currency={line.currency} />,
        }))}
      />
      <Decided line={line} />
      {may("bankLines.undo") && (
        <DialogButton
          variant="default"
          mt="md"
          label="Undo match"
          dialog={(close) => <UndoDialog line={line} onDone={props.onDone} onCancel={close} />}
        />
      )}
    </section>
  );
}

/** Undoes a wrong match: its payments are reversed, and the transaction is open again. */
function UndoDialog(props: { line: ListedBankLine; onDone: () => void; onCancel: () => void }) {
  const { line } = props;
  const undo = useCommand(api.bankLines.undo, {
    done: ({ proposalId }) => doneWords(proposalId, "Match undone."),
    onDone: props.onDone,
  });
  // Asked once by the server: the order goes on to be sent but not paid.
  const isSent = reasonOf(undo.error) === "order.undo-sent";
  return (
    <ConfirmDialog
      title={`Undo match to ${orders(line.uses)}?`}
      confirmLabel={isSent ? "Undo match anyway" : "Undo match"}
      isDangerous
      isBusy={undo.isPending}
      error={undo.error}
      onConfirm={() => undo.send({ lineId: line.id, ...(isSent && { isSentKnown: true }) })}
      onCancel={props.onCancel}
    >
      <p>
        The payment of {formatMoney(line.amount, line.currency)} is reversed. An order that it paid
        is unpaid again, without its commission. The transaction returns to “To match”.
      </p>
    </ConfirmDialog>
  );
}

function Ignored(props: { line: ListedBankLine; onDone: () => void }) {
  const { line } = props;
  const may = useMayCall();
  const reopen = useCommand(api.bankLines.reopen, {
    done: "Transaction reopened.",
    onDone: props.onDone,
  });
  return (
    <>
      <Text>{line.reason}</Text>
      <Text>{bookedWords(line.kind)}</Text>
      <Decided line={line} />
      <ErrorNotice error={reopen.error} />
      {may("bankLines.reopen") && !isOfWallet(line.kind) && (
        <Button
          variant="default"
          loading={reopen.isPending}
          onClick={() => reopen.send({ lineId: line.id })}
        >
          Reopen
        </Button>
      )}
      {isOfWallet(line.kind) && <UndoMoneyBack line={line} onDone={props.onDone} />}
    </>
  );
}

/** Whose wallet the transaction brought money, and the way to undo that. */
function UndoMoneyBack(props: { line: ListedBankLine; onDone: () => void }) {
  const { id: lineId } = props.line;
  const may = useMayCall();
  const back = api.wallet.moneyBack.useQuery({ lineId }, { enabled: may("wallet.moneyBack") });
  if (!back.data) return null;
  const { fullName, payoutId } = back.data;
  return (
    <>
      <Facts facts={[{ name: "Wallet", value: fullName }]} />
      <DialogButton
        variant="default"
        label={payoutId === null ? "Undo repayment" : "Undo return"}
        dialog={(close) =>
          payoutId === null ? (
            <UndoRepaymentDialog
              lineId={lineId}
              fullName={fullName}
              onDone={props.onDone}
              onCancel={close}
            />
          ) : (
            <UndoReturnDialog
              payout={{ id: payoutId, fullName }}
              onDone={props.onDone}
              onCancel={close}
            />
          )
        }
      />
    </>
  );
}

function isOfWallet(kind: ListedBankLine["kind"]) {
  return kind === "payout-returned" || kind === "commission-repaid";
}

function bookedWords(kind: ListedBankLine["kind"]): string | null {
  switch (kind) {
    case null:
    case "repeat":
      return null;
    case "payout-returned":
      return "A payout that the bank returned. The money is in the wallet again.";
    case "commission-repaid":
      return "Commission that was paid back. The money is in the wallet.";
    default:
      return `Booked as: ${kindWords.in[kind]}.`;
  }
}

function Decided(props: { line: ListedBankLine }) {
  const { decidedAt, decidedByName } = props.line;
  if (decidedAt === null) return null;
  return (
    <Text size="sm" c="dimmed">
      By {decidedByName ?? "someone"} on <DayText value={decidedAt} />
    </Text>
  );
}

/** Ignores a transaction that pays no order; it can be reopened. */
function IgnoreForm(props: { line: ListedBankLine; onDone: () => void; onCancel: () => void }) {
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "ignore",
    schema: z.pick(ignoreBankLineSchema, { kind: true, reason: true }),
    initialValues: { kind: kindFor(props.line), reason: reasonFor(props.line) },
  });
  const ignore = useCommand(api.bankLines.ignore, {
    done: "Transaction ignored.",
    form: { showErrors },
    onDone: props.onDone,
  });
  return (
    <FormPage
      onSubmit={onSubmit((typed) => ignore.send({ lineId: props.line.id, ...typed }))}
      submitLabel="Ignore transaction"
      back={{ label: "Back", go: props.onCancel }}
      isDirty={form.isDirty()}
      isBusy={ignore.isPending}
      failure={ignore.error}
    >
      <NativeSelect
        label="What is it?"
        description="The journals show it as this."
        data={bankKinds.map((kind) => ({ value: kind, label: kindWords.in[kind] }))}
        {...form.getInputProps("kind")}
      />
      <TextInput
        label="Reason"
        description="For example: interest of May, sent by mistake."
        required
        {...form.getInputProps("reason")}
      />
    </FormPage>
  );
}

function kindFor({ repeatsDay, proposedKind }: ListedBankLine): BankKind {
  return repeatsDay === null ? (proposedKind ?? "other") : "repeat";
}

function reasonFor({ repeatsDay, repeatsFile, proposedKind }: ListedBankLine): string {
  if (repeatsDay !== null) return `The same as ${formatDay(repeatsDay)} in ${repeatsFile}`;
  return proposedKind === null ? "" : kindWords.in[proposedKind];
}

const tones: Readonly<Record<ProposalKind, Tone>> = {
  exact: "good",
  mistyped: "waiting",
  split: "waiting",
  short: "waiting",
  part: "waiting",
  over: "waiting",
  amount: "waiting",
  paid: "bad",
  early: "bad",
  repeat: "bad",
  waiting: "neutral",
  none: "neutral",
};

/** The proposed match in the tone of its certainty, or the orders of a finished match. */
export function ProposalText(props: { line: ListedBankLine }) {
  const { line } = props;
  if (line.state === "applied") return <StatusText tone="good">{orders(line.uses)}</StatusText>;
  if (line.state === "ignored")
    return (
      <StatusText tone="neutral">
        {line.kind === "payout-returned"
          ? "Returned payout"
          : line.kind === "commission-repaid"
            ? "Commission paid back"
            : line.reason}
      </StatusText>
    );
  if (line.proposedKind !== null)
    return (
      <StatusText tone="waiting">{kindWords.in[line.proposedKind]}, as a rule says</StatusText>
    );
  const kind = line.proposal?.kind ?? "none";
  return <StatusText tone={tones[kind]}>{wordsOf(line)}</StatusText>;
}

/** One sentence without a full stop: "Pays RH1042 in full". */
function wordsOf({ proposal, currency, repeatsDay, repeatsFile }: ListedBankLine): string {
  if (!proposal) return "Not matched";
  const again = repeatsDay === null ? "" : `, see ${formatDay(repeatsDay)} in ${repeatsFile}`;
  const { kind, uses, difference, together } = proposal;
  const named = orders(uses);
  const money = formatMoney(Math.abs(difference), currency);
  switch (kind) {
    case "exact":
      return `Pays ${named} in full`;
    case "mistyped":
      return `Probably ${named}, mistyped`;
    case "split":
      return together.length > 0
        ? `Pays ${named} and ${together.length} more`
        : `Pays ${named} in one payment`;
    case "short":
      return `${named}, ${money} short`;
    case "part":
      return `Part payment for ${named}, ${money} outstanding`;
    case "over":
      return `${named}, overpaid by ${money}`;
    case "amount":
      return `Amount matches ${named} only`;
    case "paid":
      return `${named} is already paid${again}`;
    case "repeat":
      return repeatsDay === null ? `${named} may be paid twice` : `Perhaps a repeat${again}`;
    case "waiting":
      return `${named}, waiting for another admin`;
    case "early":
      return `Older than ${named}`;
    case "none":
      return "No order found";
  }
}

function orders(uses: readonly { orderNumber: number }[]): string {
  return uses.map(({ orderNumber }) => `${eftPrefix}${orderNumber}`).join(" and ");
}
