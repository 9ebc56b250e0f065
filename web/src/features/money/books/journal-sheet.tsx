import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Loaded } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { aboutEntry, entryWords } from "./about-entry.tsx";
import { AccountList } from "./account-list.tsx";

type Journal = ApiOutputs["books"]["journals"]["days"][number];
type Entry = ApiOutputs["books"]["entries"][number];

/** The accounts of a journal, and the entries that they are the sums of. */
export function JournalSheet(props: { journal: Journal; onClose: () => void }) {
  const { number, postingDate, lines, currency } = props.journal;
  const entries = api.books.entries.useQuery({ day: postingDate });
  return (
    <Sheet title={`Journal ${number}`} size={760} onClose={props.onClose}>
      <Stack gap="lg">
        <AccountList label="accounts of the journal" accounts={lines} currency={currency} />
        <Stack component="section" gap="xs" aria-labelledby="entries">
          <Title order={3} id="entries">
            Entries
          </Title>
          <Loaded query={entries} what="the entries" lines={6}>
            {(all) =>
              all
                .filter(({ journal }) => journal === number)
                .map((entry) => <EntryCard key={entry.position} entry={entry} />)
            }
          </Loaded>
        </Stack>
      </Stack>
    </Sheet>
  );
}

function EntryCard({ entry }: { entry: Entry }) {
  const { lines, currency } = entry;
  return (
    <Card component="article">
      <Text fw={550}>{entryWords(entry)}</Text>
      <Text size="sm" c="dimmed">
        {aboutEntry(entry)}
      </Text>
      {byAccount(lines).map(({ key, code, name, amount }) => (
        <Group key={`${key} ${code}`} justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">
            {code} {name}
          </Text>
          <Text size="sm">
            <SidedAmount amount={amount} currency={currency} />
          </Text>
        </Group>
      ))}
    </Card>
  );
}

/** One amount for each account: goods of several products are a line each. */
function byAccount(lines: Entry["lines"]): Entry["lines"] {
  const sums = new Map<string, Entry["lines"][number]>();
  for (const line of lines) {
    const id = `${line.key} ${line.code}`;
    const known = sums.get(id);
    sums.set(id, known ? { ...known, amount: known.amount + line.amount } : line);
  }
  return [...sums.values()];
}

function SidedAmount({ amount, currency }: { amount: number; currency: Currency }) {
  return (
    <>
      {amount > 0 ? "Debit" : "Credit"} <MoneyText minor={Math.abs(amount)} currency={currency} />
    </>
  );
}
