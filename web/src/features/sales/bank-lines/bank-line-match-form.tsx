import { Button, Group, TextInput } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { knownPaymentsOf, reasonOf } from "../../../api/error-message.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { MoneyInput } from "../../../ui/number-inputs.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { SecondPaymentDialog } from "../payments/second-payment-dialog.tsx";
import { useCommand } from "../../../ui/use-command.ts";

export type ListedBankLine = ApiOutputs["bankLines"]["list"]["rows"][number];

/** Payments shown for each order, and that the transaction may be older than its order. */
type Agreed = Readonly<{ known: ReadonlyMap<number, number>; isBeforeOrder: boolean }>;
const nothingAgreed: Agreed = { known: new Map(), isBeforeOrder: false };

type TypedUse = Readonly<{ key: number; order: string; amount: number | null }>;

/** The orders that the transaction pays, starting from the proposal; the amounts must add up to the transaction. */
export function MatchForm(props: { line: ListedBankLine; onDone: () => void }) {
  const { line } = props;
  const [first] = useState<readonly TypedUse[]>(() => proposed(line));
  const [typed, setTyped] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  // What the person was shown and agreed to, until the orders are changed.
  const [agreed, setAgreed] = useState<Agreed>(nothingAgreed);
  const use = useCommand(api.bankLines.use, {
    done: ({ proposalId }) => doneWords(proposalId, "Transaction matched."),
    onDone: props.onDone,
  });

  const change = (key: number, changes: Partial<TypedUse>) => {
    setAgreed(nothingAgreed);
    setTyped((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  };
  const send = (agreement: Agreed) => {
    setAgreed(agreement);
    const uses = typed.map(useOf);
    const found = problemWith(uses, line);
    setProblem(found);
    if (found !== null) return;
    const known = (orderNumber: number) => agreement.known.get(orderNumber);
    use.send({
      lineId: line.id,
      uses: uses.flatMap((one) => {
        if (!one) return [];
        const knownPayments = known(one.orderNumber);
        return [{ ...one, ...(knownPayments !== undefined && { knownPayments }) }];
      }),
      ...(agreement.isBeforeOrder && { isBeforeOrder: true }),
    });
  };
  const known = knownPaymentsOf(use.error);
  const isEarly = reasonOf(use.error) === "order.payment-before-order";

  return (
    <FormPage
      label="Orders paid"
      onSubmit={(event) => {
        event.preventDefault();
        send(agreed);
      }}
      submitLabel={`Record payment of ${formatMoney(line.amount, line.currency)}`}
      other={
        <Button variant="default" onClick={() => setTyped((all) => [...all, nextAfter(all)])}>
          Add order
        </Button>
      }
      buttons="apart"
      isDirty={typed !== first}
      isBusy={use.isPending}
      failure={null}
      notice={
        problem === null ? (
          !known && !isEarly && <ErrorNotice error={use.error} />
        ) : (
          <Notice tone="bad">{problem}</Notice>
        )
      }
    >
      {known && (
        <SecondPaymentDialog
          known={known}
          isBusy={use.isPending}
          onConfirm={() =>
            send({
              ...agreed,
              known: new Map(agreed.known).set(known.orderNumber, known.payments.length),
            })
          }
          onCancel={use.reset}
        />
      )}
      {isEarly && (
        <ConfirmDialog
          title="Was this paid before the order?"
          confirmLabel="Record as prepayment"
          isBusy={use.isPending}
          onConfirm={() => send({ ...agreed, isBeforeOrder: true })}
          onCancel={use.reset}
        >
          <p>
            The transaction is older than the order. Check that it is not for an earlier one. A
            prepayment counts from the day of the order.
          </p>
        </ConfirmDialog>
      )}
      {typed.map((one, index) => (
        <UseRow
          key={one.key}
          use={one}
          currency={line.currency}
          count={index === 0 ? "" : ` ${index + 1}`}
          onChange={(changes) => change(one.key, changes)}
          onRemove={
            typed.length > 1
              ? () => setTyped((all) => all.filter(({ key }) => key !== one.key))
              : null
          }
        />
      ))}
    </FormPage>
  );
}

function UseRow(props: {
  use: TypedUse;
  currency: Currency;
  /** Distinguishes the labels of several orders. */
  count: string;
  onChange: (changes: Partial<TypedUse>) => void;
  onRemove: (() => void) | null;
}) {
  const { use, count, onChange, onRemove } = props;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" grow preventGrowOverflow={false}>
      <TextInput
        label={`Order${count}`}
        placeholder={`${eftPrefix}1042`}
        autoComplete="off"
        value={use.order}
        onChange={(event) => onChange({ order: event.currentTarget.value })}
      />
      <MoneyInput
        label={`Amount${count}`}
        currency={props.currency}
        value={use.amount}
        onChange={(amount) => onChange({ amount })}
      />
      {onRemove && (
        <Button variant="default" aria-label={`Remove order${count}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </Group>
  );
}

function nextAfter(all: readonly TypedUse[]): TypedUse {
  return { key: Math.max(...all.map(({ key }) => key)) + 1, order: "", amount: null };
}

function proposed({ proposal, amount }: ListedBankLine): TypedUse[] {
  const uses = (proposal?.uses ?? []).map((use, key) => ({
    key,
    order: `${eftPrefix}${use.orderNumber}`,
    amount: use.amount,
  }));
  return uses.length > 0 ? uses : [{ key: 0, order: "", amount }];
}

function useOf({ order, amount }: TypedUse): { orderNumber: number; amount: number } | null {
  const orderNumber = orderNumberOf(order);
  if (orderNumber === null || !amount) return null;
  return { orderNumber, amount };
}

function problemWith(
  uses: readonly ReturnType<typeof useOf>[],
  { amount, currency }: ListedBankLine,
): string | null {
  if (uses.includes(null)) return "Enter an order and an amount in every row.";
  const sum = uses.reduce((total, use) => total + (use?.amount ?? 0), 0);
  if (sum === amount) return null;
  return `These add up to ${formatMoney(sum, currency)}, but the transaction is ${formatMoney(amount, currency)}.`;
}
