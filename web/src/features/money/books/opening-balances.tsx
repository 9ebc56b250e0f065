import { Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import {
  bookOpeningSchema,
  type OpeningKind,
  openingKinds,
  openingWords,
} from "@portal/shared/money/books.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { wrongNumber } from "@portal/shared/platform/editing.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { DayText } from "../../../ui/days.tsx";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import { ErrorNotice, Loaded } from "../../../ui/feedback.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { MoneyInput } from "../../../ui/number-inputs.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Bank = ApiOutputs["books"]["bankReconciliation"];
type Booked = ApiOutputs["books"]["openingBalances"][number];
/** What the bank had before the first stored statement, and the day before it. */
type OfBank = Readonly<{ day: string; amount: number }>;

/** What was there, or owed, before the first day of the books: booked once for each account, and taken back. */
export function OpeningBalances({ bank }: { bank: Bank }) {
  const { before, accounts, currency } = bank;
  const may = useMayCall();
  const openings = api.books.openingBalances.useQuery();
  const first = accounts.map(({ from }) => from).toSorted()[0];
  const ofBank =
    first === undefined || before.sum === 0
      ? null
      : { day: addDays(first, -1), amount: before.sum };
  return (
    <Loaded query={openings} what="the opening balances" lines={1}>
      {(booked) => {
        const left = openingKinds.filter(
          (kind) =>
            booked.every((each) => each.kind !== kind) && (kind !== "opening-bank" || ofBank),
        );
        const canBook = left.length > 0 && may("books.bookOpening");
        if (booked.length === 0 && !canBook) return null;
        return (
          <Stack component="section" gap="xs" aria-label="Opening balances">
            <Stack gap={4} maw={760}>
              <Title order={2}>Opening balances</Title>
              <Text size="sm">
                What was there, or owed, before the ledger began. It is booked against Own accounts.
              </Text>
            </Stack>
            {booked.map((each) => (
              <BookedOpening key={each.kind} opening={each} currency={currency} />
            ))}
            {canBook && (
              <Group>
                <DialogButton
                  label="Book opening balance"
                  variant="default"
                  dialog={(close) => (
                    <OpeningDialog
                      kinds={left}
                      ofBank={ofBank}
                      currency={currency}
                      onClose={close}
                    />
                  )}
                />
              </Group>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function BookedOpening(props: { opening: Booked; currency: Currency }) {
  const { kind, day, amount, at, byName } = props.opening;
  const may = useMayCall();
  const takeBack = useCommand(api.books.takeBackOpening, { done: "Opening balance reversed." });
  return (
    <Group gap="sm">
      <Text size="sm">
        {openingWords[kind]} <MoneyText minor={amount} currency={props.currency} /> on{" "}
        <DayText value={day} />, booked by {byName} on <DayText value={at} />.
      </Text>
      <ErrorNotice error={takeBack.error} />
      {may("books.takeBackOpening") && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Reverse ${openingWords[kind]}`}
          loading={takeBack.isPending}
          onClick={() => takeBack.send({ kind })}
        >
          Reverse
        </Button>
      )}
    </Group>
  );
}

function OpeningDialog(props: {
  kinds: readonly OpeningKind[];
  ofBank: OfBank | null;
  currency: Currency;
  onClose: () => void;
}) {
  const { kinds, ofBank, currency, onClose } = props;
  const valuesOf = (kind: OpeningKind | undefined) => ({
    kind: kind ?? "",
    day: ofBank?.day ?? "",
    amount: kind === "opening-bank" && ofBank ? ofBank.amount : null,
  });
  const checked = useCheckedForm({
    name: "opening-balance",
    schema: z.extend(z.pick(bookOpeningSchema, { kind: true, day: true }), {
      amount: z.int(wrongNumber),
    }),
    initialValues: valuesOf(kinds[0]),
  });
  const { form, summary } = checked;
  const book = useCommand(api.books.bookOpening, {
    done: "Opening balance booked.",
    form: checked,
    onDone: onClose,
  });
  const isOfBank = form.values.kind === "opening-bank";
  return (
    <FormDialog
      title="Book opening balance"
      onClose={onClose}
      onSubmit={checked.onSubmit((values) => book.send(values))}
      submitLabel="Book opening balance"
      isDirty={form.isDirty()}
      isBusy={book.isPending}
      summary={summary}
      failure={book.error}
    >
      <NativeSelect
        label="Account"
        required
        data={kinds.map((value) => ({ value, label: openingWords[value] }))}
        {...form.getInputProps("kind")}
        onChange={({ currentTarget: { value } }) =>
          form.setValues(valuesOf(kinds.find((kind) => kind === value)))
        }
      />
      <DayField
        label="At the end of"
        required
        readOnly={isOfBank}
        value={form.values.day}
        error={form.errors["day"]}
        onChange={(day) => form.setFieldValue("day", day)}
      />
      <MoneyInput
        label="Amount"
        description={
          isOfBank
            ? "From the stored statements, less what the ledger has of earlier days."
            : "With a minus if the money went the other way."
        }
        required
        currency={currency}
        isSigned
        readOnly={isOfBank}
        {...form.getInputProps("amount")}
      />
    </FormDialog>
  );
}
