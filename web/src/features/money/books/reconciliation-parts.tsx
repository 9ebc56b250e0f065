import { Stack, Text, Title } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ReactNode } from "react";
import type { ApiOutputs } from "../../../api/api.ts";
import { grouped } from "../../../digit-groups.ts";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";

type Bank = ApiOutputs["books"]["bankReconciliation"];
type Found = Pick<Bank, "statement" | "books" | "before" | "difference" | "currency"> &
  Readonly<Record<"lines" | "entries", Readonly<{ sum: number }>>>;

/** What a reconciliation calls its parts. */
export type EquationWords = Readonly<
  Record<"lines" | "entries" | "outside" | "before" | "had" | "none" | "different", string>
>;

/** The books and what is on one side alone add up to the statement, or to what the provider holds. */
export function Equation({ found, words }: { found: Found; words: EquationWords }) {
  const { statement, books, lines, entries, before, difference, currency } = found;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const isSound = difference === 0;
  return (
    <Stack gap="xs" maw={560}>
      <Facts
        amounts
        facts={[
          { name: "In the ledger", value: money(books) },
          { name: `+ ${words.lines}`, value: money(lines.sum) },
          { name: `− ${words.entries}`, value: money(entries.sum) },
          before.sum !== 0 && {
            name: `+ ${words.before}`,
            value: money(before.sum),
          },
          !isSound && { name: "+ Unexplained difference", value: money(difference) },
          { name: words.outside, value: money(statement), isSum: true },
        ]}
      />
      {before.sum !== 0 && (
        <Text size="sm" c="dimmed">
          {words.before}: {words.had} {money(before.opening)}, the ledger has{" "}
          {money(before.entries.sum)} {words.none}.
        </Text>
      )}
      <Text size="sm" c={isSound ? "var(--good)" : "var(--bad)"}>
        {isSound ? "No unexplained difference" : words.different}
      </Text>
    </Stack>
  );
}

/** What is on one side alone, newest first, with its sum. */
export function Items(props: {
  title: string;
  about: string;
  none: string;
  list: Readonly<{ count: number; sum: number; rows: readonly unknown[] }>;
  currency: Currency;
  children: ReactNode;
}) {
  const { title, list, currency } = props;
  const { count, sum, rows } = list;
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Stack gap={4} maw={760}>
        <Title order={2}>{title}</Title>
        <Text size="sm">{count === 0 ? props.none : props.about}</Text>
      </Stack>
      {count > 0 && (
        <>
          {props.children}
          <Text size="sm">
            Total <MoneyText minor={sum} currency={currency} />
          </Text>
        </>
      )}
      {count > rows.length && (
        <Text size="sm" c="dimmed">
          These are the newest {grouped(rows.length)} of {grouped(count)} rows. The file has all.
        </Text>
      )}
    </Stack>
  );
}

/** A list of which all rows are there. */
export function answerOf<Row>(rows: readonly Row[]) {
  return { data: { rows, total: rows.length } };
}
