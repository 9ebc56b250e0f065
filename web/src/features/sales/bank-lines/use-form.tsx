import "../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { type FormEvent, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { parseAmount, plainAmount } from "../../../ui/amount.ts";
import { Notice } from "../../../ui/notice.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import type { ListedBankLine } from "./bank-lines-screen.tsx";
import classes from "./bank-lines.module.css";

type TypedUse = Readonly<{ key: number; order: string; amount: string }>;

/** The orders that the line pays, as proposed and as the person changes it; every cent has to go somewhere. */
export function UseForm(props: { line: ListedBankLine; onDone: () => void }) {
  const { line } = props;
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const [typed, setTyped] = useState<readonly TypedUse[]>(() => proposed(line));
  const [problem, setProblem] = useState<string | null>(null);
  const use = api.bankLines.use.useMutation({
    onSuccess: async ({ proposalId }) => {
      await Promise.all([utils.bankLines.list.invalidate(), utils.orders.list.invalidate()]);
      showDone(proposalId);
      props.onDone();
    },
  });

  const change = (key: number, changes: Partial<TypedUse>) =>
    setTyped((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const send = (event: FormEvent) => {
    event.preventDefault();
    const uses = typed.map(useOf);
    const found = problemWith(uses, line);
    setProblem(found);
    if (found !== null) return;
    const request = { lineId: line.id, uses: uses.flatMap((one) => one ?? []) };
    use.mutate({ ...request, commandId: commandIdFor(request) });
  };

  return (
    <form noValidate onSubmit={send} className={classes.form} aria-label="Which orders it pays">
      {problem !== null && (
        <Notice tone="bad">
          <p>{problem}</p>
        </Notice>
      )}
      {use.error && problem === null && (
        <Notice tone="bad">
          <p>{errorMessage(use.error)}</p>
        </Notice>
      )}
      {typed.map((one, index) => (
        <UseRow
          key={one.key}
          use={one}
          count={index === 0 ? "" : ` ${index + 1}`}
          onChange={(changes) => change(one.key, changes)}
          onRemove={
            typed.length === 1
              ? null
              : () => setTyped((all) => all.filter(({ key }) => key !== one.key))
          }
        />
      ))}
      <div className={classes.actions}>
        <Button type="submit" loading={use.isPending}>
          Record {formatMoney(line.amount, line.currency)}
        </Button>
        <Button variant="default" onClick={() => setTyped((all) => [...all, nextAfter(all)])}>
          Add an order
        </Button>
      </div>
    </form>
  );
}

function UseRow(props: {
  use: TypedUse;
  /** Tells the fields of several orders apart. */
  count: string;
  onChange: (changes: Partial<TypedUse>) => void;
  onRemove: (() => void) | null;
}) {
  const { use, count, onChange, onRemove } = props;
  return (
    <div className={classes.use}>
      <TextInput
        label={`Order${count}`}
        placeholder={`${eftPrefix}1042`}
        autoComplete="off"
        value={use.order}
        onChange={(event) => onChange({ order: event.currentTarget.value })}
      />
      <TextInput
        label={`Amount${count}`}
        inputMode="decimal"
        autoComplete="off"
        value={use.amount}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      {onRemove && (
        <Button variant="default" aria-label={`Remove order${count}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

function nextAfter(all: readonly TypedUse[]): TypedUse {
  return { key: Math.max(...all.map(({ key }) => key)) + 1, order: "", amount: "" };
}

function proposed({ proposal, amount }: ListedBankLine): TypedUse[] {
  const uses = (proposal?.uses ?? []).map((use, key) => ({
    key,
    order: `${eftPrefix}${use.orderNumber}`,
    amount: plainAmount(use.amount),
  }));
  return uses.length > 0 ? uses : [{ key: 0, order: "", amount: plainAmount(amount) }];
}

function useOf({ order, amount }: TypedUse): { orderNumber: number; amount: number } | null {
  const [, digits] =
    new RegExp(`^\\s*(?:${eftPrefix})?\\s*0*(\\d{1,12})\\s*$`, "i").exec(order) ?? [];
  const minor = parseAmount(amount);
  if (digits === undefined || minor === null || minor === 0) return null;
  return { orderNumber: Number(digits), amount: minor };
}

function problemWith(
  uses: readonly ReturnType<typeof useOf>[],
  { amount, currency }: ListedBankLine,
): string | null {
  if (uses.includes(null)) return "Please give each order a number and an amount.";
  const sum = uses.reduce((total, use) => total + (use?.amount ?? 0), 0);
  if (sum === amount) return null;
  return `These come to ${formatMoney(sum, currency)}, but ${formatMoney(amount, currency)} came in.`;
}
