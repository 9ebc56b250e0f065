import { Accordion, Anchor, Box, Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { entryWords, percentWords } from "@portal/shared/network/commission-words.ts";
import { cityOf, monthInWords } from "@portal/shared/platform/calendar.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { hasVat } from "@portal/shared/platform/region.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

export type Statement = ApiOutputs["wallet"]["statement"];

/** One month from its opening to its closing balance. */
export function StatementPage(props: { memberId?: number; month: string; onBack: () => void }) {
  const { month, memberId } = props;
  const query = api.wallet.statement.useQuery(
    memberId === undefined ? { month } : { month, memberId },
  );
  const statement = query.data;
  const excludesVat = hasVat[useShopSettings()?.region ?? "za"];
  return (
    <Stack gap="lg">
      <Button
        variant="subtle"
        w="fit-content"
        ml={-12}
        leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />}
        onClick={props.onBack}
      >
        All statements
      </Button>
      <PageHeader
        key={month}
        title={`Commission statement, ${monthInWords(month)}`}
        note={
          memberId !== undefined &&
          statement &&
          `${statement.names[memberId] ?? "A member"}, member ${memberId}`
        }
      >
        {statement && (
          <Button
            component="a"
            href={`/statements/${statement.memberId}/${statement.month}/statement.pdf`}
            target="_blank"
            rel="noreferrer"
          >
            Download PDF
          </Button>
        )}
      </PageHeader>
      <Loaded what="the statement" query={query} lines={6}>
        {(loaded) => (
          <>
            <StateNotice statement={loaded} />
            <Text size="sm" c="dimmed">
              {excludesVat && "Values exclude VAT. "}Dates use {cityOf(loaded.timeZone)} time.
            </Text>
            <Balances statement={loaded} />
            <StatementEntries key={loaded.month} statement={loaded} />
            <Movements statement={loaded} />
            <Verification statement={loaded} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function StateNotice({ statement: { seal } }: { statement: Statement }) {
  if (!seal)
    return <Notice tone="info">This month is still open. New commission will be added.</Notice>;
  return (
    <Notice tone="good">
      Closed on <DayText value={seal.closedAt} />. This statement is final.
    </Notice>
  );
}

function Balances({ statement }: { statement: Statement }) {
  const { opening, closing, currency } = statement;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const paid = closing.paid - opening.paid;
  const credit = closing.credit - opening.credit;
  return (
    <Box component="section" maw={560} aria-label="Balances">
      <Facts
        amounts
        facts={[
          { name: "Opening balance", value: money(opening.balance) },
          { name: "Commission this month", value: money(closing.accrued - opening.accrued) },
          paid !== 0 && { name: "Commission paid", value: money(0 - paid) },
          credit !== 0 && {
            name: credit > 0 ? "Turned into store credit" : "Store credit deducted from payouts",
            value: money(0 - credit),
          },
          { name: "Closing balance", value: money(closing.balance), isSum: true },
        ]}
      />
    </Box>
  );
}

const movementWords = {
  PayoutPaid: "Paid out",
  PayoutReturned: "Payout returned by the bank",
  PayoutReturnUndone: "Return of a payout undone",
  CommissionRepaid: "Commission paid back",
  CommissionRepaymentUndone: "Repayment of commission undone",
  CreditSetOff: "Commission paid back with store credit",
  CommissionWrittenOff: "Balance written off",
  CommissionConverted: "Turned into store credit",
  CreditPaidOut: "Store credit paid out",
} as const;

function amountOf({
  type,
  paid,
  credit,
  cash,
}: Pick<Statement["movements"][number], "type" | "paid" | "credit" | "cash">): number {
  if (type === "CommissionWrittenOff" || type === "CreditSetOff") return paid;
  return type === "CommissionConverted" ? credit : cash;
}

function Movements({ statement }: { statement: Statement }) {
  const { movements, currency, from } = statement;
  if (movements.length === 0) return null;
  return (
    <Box component="section" maw={560} aria-labelledby="movements">
      <Title order={2} mb="xs" id="movements">
        Payouts and credit
      </Title>
      <Facts
        amounts
        facts={movements.map(({ type, occurredAt, reference, withheld, ...amounts }) => ({
          name: [
            movementWords[type],
            reference && `reference ${reference}`,
            withheld !== undefined &&
              `${withheld < 0 ? "with" : "after"} ${formatMoney(Math.abs(withheld), currency)} tax withheld`,
          ]
            .filter(Boolean)
            .join(", "),
          value: (
            <Text span inherit>
              <DayText value={occurredAt} />
              {occurredAt < from && " (from an earlier month)"}{" "}
              <MoneyText minor={amountOf({ type, ...amounts })} currency={currency} />
            </Text>
          ),
        }))}
      />
    </Box>
  );
}

function Verification({ statement }: { statement: Statement }) {
  const { memberId, month, seal } = statement;
  return (
    <Accordion variant="contained">
      <Accordion.Item value="verify">
        <Accordion.Control>Verify this statement yourself</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">
              The file has every entry with its value and rate. The checker recalculates them and
              reports any change. It needs Node.js and works offline.
            </Text>
            <Group gap="md">
              <Anchor size="sm" href={`/statements/${memberId}/${month}/statement.json`} download>
                Download the statement (JSON)
              </Anchor>
              <Anchor size="sm" href="/check-statement.mjs" download>
                Download the checker
              </Anchor>
            </Group>
            <Code block tabIndex={0}>
              node check-statement.mjs statement-{month}-member-{memberId}.json
            </Code>
            {seal && (
              <Facts
                facts={[
                  { name: "Ledger position", value: String(seal.throughPosition) },
                  {
                    name: "Seal",
                    value: (
                      <Text span inherit ff="monospace">
                        {seal.seal.root}
                      </Text>
                    ),
                  },
                ]}
              />
            )}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

type Row = Statement["entries"][number] &
  Readonly<{ seller: string; isLate: boolean; currency: Statement["currency"] }>;

const pageSize = 50;

/** Every entry of the month with its order. The statement holds all of them, so the pages are cut here. */
function StatementEntries({ statement }: { statement: Statement }) {
  const { entries, currency, from, names } = statement;
  const [page, setPage] = useState(1);
  const rows = entries.slice((page - 1) * pageSize, page * pageSize).map((entry) => ({
    ...entry,
    currency,
    isLate: entry.occurredAt < from,
    seller: names[entry.sellerId] ?? `Member ${entry.sellerId}`,
  }));
  return (
    <section aria-labelledby="entries">
      <Title order={2} mb="xs" id="entries">
        Commission
      </Title>
      <DataList
        label="entries"
        columns={columns}
        rowKey={({ position, entryNo }) => `${position}-${entryNo}`}
        answer={{ data: { rows, total: entries.length } }}
        list={{ page, goToPage: setPage }}
        pageSize={pageSize}
        empty={<Empty title="No commission this month" />}
      />
    </section>
  );
}

const columns: readonly ListColumn<Row>[] = [
  {
    id: "day",
    width: 124,
    header: "Date",
    onPhone: "fact",
    cell: ({ occurredAt, isLate }) => (
      <>
        <DayText value={occurredAt} />
        {isLate && (
          <Text span inherit c="dimmed">
            from an earlier month
          </Text>
        )}
      </>
    ),
  },
  {
    id: "order",
    width: 116,
    header: "Order",
    onPhone: "title",
    cell: ({ orderNumber }) => `Order ${orderNumber}`,
  },
  { id: "kind", width: "rest", header: "Type", onPhone: "fact", cell: entryWords },
  { id: "seller", width: "rest", header: "Sold by", onPhone: "none", cell: ({ seller }) => seller },
  {
    id: "value",
    width: 112,
    header: "Value",
    align: "end",
    onPhone: "none",
    cell: ({ value, currency }) => <MoneyText minor={value} currency={currency} />,
  },
  {
    id: "rate",
    width: 80,
    header: "Rate",
    align: "end",
    onPhone: "none",
    cell: ({ rateBps }) => percentWords(rateBps),
  },
  {
    id: "amount",
    width: 112,
    header: "Amount",
    align: "end",
    onPhone: "amount",
    cell: ({ amount, currency }) => (
      <strong>
        <MoneyText minor={amount} currency={currency} />
      </strong>
    ),
  },
];
