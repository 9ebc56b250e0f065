import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { cardProviderNames } from "@portal/shared/sales/card-match.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { grouped } from "../../../digit-groups.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { dayParam } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { cardEntryColumns, cardLineColumns } from "./card-items.tsx";
import { ExportFiles } from "./export-files.tsx";
import { answerOf, Equation, type EquationWords, Items } from "./reconciliation-parts.tsx";

type Cards = ApiOutputs["books"]["cardReconciliation"];
type Provider = Cards["providers"][number];

const cardWords: EquationWords = {
  lines: "In the settlements, not in the ledger",
  entries: "In the ledger, not in the settlements",
  outside: "Held by the card provider",
  before: "Before the first settlement",
  had: "the provider held",
  none: "that no stored settlement can have",
  different:
    "The balances in the settlements differ from their transactions: a transaction or a page is missing. Upload the whole history again.",
};

/** The stored settlements and the account of the card provider at the end of a day, and what is on one side alone. */
export function CardReconciliation() {
  const [params, change] = useUrlParams();
  const asOf = dayParam(params.get("as-of"));
  const query = api.books.cardReconciliation.useQuery(
    { asOf: asOf || null },
    { placeholderData: keepPreviousData },
  );
  const utils = api.useUtils();
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <DayField
          label="At the end of"
          isFilter
          w={200}
          value={asOf || today()}
          onChange={(day) => change({ "as-of": day === today() ? null : day || null })}
        />
        <ExportFiles
          label="Export CSV"
          what="the file"
          ask={() => utils.books.cardFiles.fetch({ asOf: asOf || null }, { staleTime: 0 })}
        />
      </Group>
      <Loaded query={query} what="the card provider reconciliation" lines={8}>
        {(cards) =>
          cards.accounts.length === 0 ? (
            <NoSettlement cards={cards} />
          ) : (
            <Reconciled cards={cards} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function NoSettlement({ cards: { books, currency, day } }: { cards: Cards }) {
  const may = useMayCall();
  return (
    <Empty title="No settlement stored">
      No stored settlement begins by <DayText value={day} />. In the ledger the card provider holds{" "}
      <MoneyText minor={books} currency={currency} /> on that day.{" "}
      {may("cardMatch.explain") && (
        <Anchor inherit component={Link} href="/admin/card-match">
          Upload a settlement
        </Anchor>
      )}
    </Empty>
  );
}

function Reconciled({ cards }: { cards: Cards }) {
  const { lines, entries, currency, matched } = cards;
  const may = useMayCall();
  const ofProviders = useMemo(() => providerColumns(currency), [currency]);
  const ofLines = useMemo(() => cardLineColumns(currency), [currency]);
  const ofEntries = useMemo(() => cardEntryColumns(currency), [currency]);
  return (
    <Stack gap="lg">
      <Equation found={cards} words={cardWords} />
      <DataList
        label="card providers"
        columns={ofProviders}
        rowKey={({ provider }) => provider ?? "none"}
        answer={answerOf(cards.providers)}
        isPart
        empty={null}
      />
      {cards.providers.map((each) => (
        <Moved key={each.provider ?? "none"} provider={each} cards={cards} />
      ))}
      <Items
        title={cardWords.lines}
        about={
          may("cardMatch.explain")
            ? "Record the refund, book the fee, or say what the transaction is under Card reconciliation. A payout is booked by its transaction at the bank."
            : "The office books what is missing under Card reconciliation, and payouts by their transactions at the bank."
        }
        none="The ledger has every transaction of the settlements."
        list={lines}
        currency={currency}
      >
        <DataList
          label="settled transactions not in the ledger"
          columns={ofLines}
          rowKey={({ id }) => String(id)}
          answer={answerOf(lines.rows)}
          isPart
          empty={null}
        />
      </Items>
      <Items
        title={cardWords.entries}
        about="Payments and refunds that the next settlement has. If one stays here, the provider does not have it."
        none="The settlements have every entry of the ledger."
        list={entries}
        currency={currency}
      >
        <DataList
          label="entries in no settlement"
          columns={ofEntries}
          rowKey={({ position }) => String(position)}
          answer={answerOf(entries.rows)}
          isPart
          empty={null}
        />
      </Items>
      <Text size="sm" c="dimmed">
        Matched: {grouped(matched.lines)} transactions with {grouped(matched.entries)} entries,{" "}
        <MoneyText minor={matched.sum} currency={currency} /> in total.
      </Text>
    </Stack>
  );
}

function nameOf({ provider }: Provider): string {
  return provider === null ? "Not known" : cardProviderNames[provider];
}

function providerColumns(currency: Currency): readonly ListColumn<Provider>[] {
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return [
    {
      id: "provider",
      header: "Provider",
      width: "rest",
      onPhone: "title",
      cell: (provider) => (
        <>
          {nameOf(provider)}
          <Text span inherit fw={400} c="dimmed" display="block">
            {provider.stored?.statedOn ? (
              <>
                Balance in the settlement of <DayText value={provider.stored.statedOn} />
              </>
            ) : (
              "Transactions only, no balance"
            )}
          </Text>
        </>
      ),
    },
    {
      id: "days",
      header: "Stored",
      width: 212,
      onPhone: "fact",
      cell: ({ stored }) =>
        stored === null ? (
          "–"
        ) : (
          <>
            <DayText value={stored.from} /> to <DayText value={stored.to} />
          </>
        ),
    },
    {
      id: "books",
      header: "In the ledger",
      align: "end",
      width: 136,
      onPhone: "none",
      cell: ({ books }) => money(books),
    },
    {
      id: "closing",
      header: "Held",
      align: "end",
      width: 136,
      onPhone: "amount",
      cell: ({ stored }) => (stored === null ? "Not known" : money(stored.closing)),
    },
  ];
}

const movements = [
  { of: "charges", name: "Card payments" },
  { of: "refunds", name: "Refunds" },
  { of: "disputes", name: "Disputes" },
  { of: "fees", name: "Fees" },
  { of: "payouts", name: "Payouts" },
  { of: "other", name: "Other transactions" },
  { of: "difference", name: "Unexplained difference" },
] as const;

/** What a provider moved in the days of the month, as its settlements say. */
function Moved({ provider, cards }: { provider: Provider; cards: Cards }) {
  if (provider.stored === null) return null;
  const { day, currency } = cards;
  const { month } = provider.stored;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const title = `${nameOf(provider)} in the month`;
  return (
    <Stack component="section" gap="xs" maw={560} aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text size="sm">
        From <DayText value={month.from} /> to <DayText value={day} />, as the settlements say.
      </Text>
      <Facts
        amounts
        facts={[
          { name: "Opening balance", value: money(month.opening) },
          ...movements.map(({ of, name }) => month[of] !== 0 && { name, value: money(month[of]) }),
          { name: "Closing balance", value: money(month.closing), isSum: true },
        ]}
      />
    </Stack>
  );
}
