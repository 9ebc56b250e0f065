import "../../../theme/mantine-forms.ts";
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { currencies, formatMoney } from "@portal/shared/platform/money.ts";
import {
  chosenColumnsSchema,
  columnRoles,
  type ColumnRole,
  columnWords,
} from "@portal/shared/sales/bank-lines.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { sendStatement } from "../../../ui/send-statement.ts";
import { formatDay } from "../../../ui/days.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { type DaysAsked, daysAskedSchema, DaysButtons } from "./days-dialog.tsx";

export const columnsAskedSchema = z.object({
  columns: z.array(
    z.object({ name: z.string(), values: z.array(z.string()), guess: z.enum(columnRoles) }),
  ),
});
type Column = z.infer<typeof columnsAskedSchema>["columns"][number];

const readSchema = z.object({
  read: z.object({
    currency: z.enum(currencies),
    count: z.number(),
    received: z.number(),
    paid: z.number(),
    first: z.array(z.object({ day: z.string(), description: z.string(), amount: z.number() })),
  }),
});
type Read = z.infer<typeof readSchema>["read"];

export type StatementAnswers = Readonly<{ columns: string; days?: string }>;

/** What the columns of a bank's CSV are, where its names do not tell. Shows what is read by them before it is stored. */
export function ColumnsDialog(props: {
  file: File;
  columns: readonly Column[];
  /** @returns an error message, or null */
  onStore: (answers: StatementAnswers) => Promise<string | null>;
  onClose: () => void;
}) {
  const [roles, setRoles] = useState<readonly ColumnRole[]>(() =>
    props.columns.map(({ guess }) => guess),
  );
  const [asked, setAsked] = useState<DaysAsked | null>(null);
  const [days, setDays] = useState<string>();
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const answers = (order = days): StatementAnswers => ({
    columns: roles.join(","),
    ...(order !== undefined && { days: order }),
  });
  const choose = (at: number, role: ColumnRole) => {
    setRoles(roles.with(at, role));
    setRead(null);
    setAsked(null);
    setDays(undefined);
    setFailure(null);
  };
  const check = async (order?: string) => {
    const problem = chosenColumnsSchema.safeParse(roles).error?.issues[0];
    if (problem) {
      setFailure(problem.message);
      return;
    }
    setBusy(true);
    const sent = await sendStatement("/office/bank-statements", props.file, checkedSchema, {
      ...answers(order),
      check: "1",
    });
    setBusy(false);
    setFailure("failure" in sent ? sent.failure : null);
    if ("failure" in sent) return;
    setDays(order);
    setAsked("question" in sent.data ? sent.data.question : null);
    setRead("read" in sent.data ? sent.data.read : null);
  };
  const store = async () => {
    setBusy(true);
    setFailure(await props.onStore(answers()));
    setBusy(false);
  };

  return (
    <ModalDialog title="What are the columns of this file?" shape="wide" onClose={props.onClose}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          Nothing in the file tells. The next file of this account with the same names is read the
          same way.
        </Text>
        <Stack gap="sm">
          {props.columns.map((column, at) => (
            <ColumnChoice
              key={at}
              place={at + 1}
              column={column}
              role={roles[at] ?? "none"}
              onChosen={(role) => choose(at, role)}
            />
          ))}
        </Stack>
        {failure !== null && <Notice tone="bad">{failure}</Notice>}
        {asked && (
          <DaysButtons asked={asked} isBusy={isBusy} onAnswer={(order) => void check(order)} />
        )}
        {read && <WhatIsRead read={read} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        {read === null ? (
          asked === null && (
            <Button loading={isBusy} onClick={() => void check()}>
              Show what is read
            </Button>
          )
        ) : (
          <Button loading={isBusy} onClick={() => void store()}>
            {read.count === 1 ? "Store 1 transaction" : `Store ${read.count} transactions`}
          </Button>
        )}
      </DialogActions>
    </ModalDialog>
  );
}

const checkedSchema = z.union([readSchema, daysAskedSchema]);

function ColumnChoice(props: {
  place: number;
  column: Column;
  role: ColumnRole;
  onChosen: (role: ColumnRole) => void;
}) {
  const { name, values } = props.column;
  const words = name === "" ? `Column ${props.place}` : name;
  return (
    <Group justify="space-between" align="center" gap="xs">
      <Stack gap={0} flex="1 1 220px" miw={0}>
        <Text fw={550} truncate>
          {words}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {values.length === 0 ? "Nothing in it" : values.join(" · ")}
        </Text>
      </Stack>
      <NativeSelect
        aria-label={`What is ${words}?`}
        w={190}
        value={props.role}
        data={columnRoles.map((role) => ({ value: role, label: columnWords[role] }))}
        onChange={({ currentTarget }) => {
          const role = columnRoles.find((each) => each === currentTarget.value);
          if (role) props.onChosen(role);
        }}
      />
    </Group>
  );
}

/** The first transactions, so that a column too many or a wrong sign is seen before anything is stored. */
function WhatIsRead({ read: { currency, count, received, paid, first } }: { read: Read }) {
  const money = (minor: number) => formatMoney(minor, currency);
  return (
    <Stack gap="xs">
      <Text fw={550}>
        {count === 1 ? "1 transaction" : `${count} transactions`}: {money(received)} received,{" "}
        {money(paid)} paid
      </Text>
      {first.map(({ day, description, amount }, at) => (
        <Group key={at} wrap="nowrap" align="baseline" gap="sm">
          <Text span size="sm" c="dimmed" flex="0 0 88px">
            {formatDay(day)}
          </Text>
          <Text span size="sm" flex={1} miw={0}>
            {description}
          </Text>
          <Text span size="sm">
            <MoneyText minor={amount} currency={currency} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
