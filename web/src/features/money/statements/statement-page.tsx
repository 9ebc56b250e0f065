import { Accordion, Anchor, Box, Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { entryWords, percentWords } from "@portal/shared/network/commission-words.ts";
import { cityOf, monthInWords } from "@portal/shared/platform/calendar.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

export type Statement = ApiOutputs["wallet"]["statement"];

/** One month from its opening to its closing balance. */
export function StatementPage(props: { memberId?: number; month: string; onBack: () => void }) {
  const { month, memberId } = props;
  const asked = memberId === undefined ? { month } : { month, memberId };
  const answer = api.wallet.statement.useQuery(asked);
  const title = `Commission statement, ${monthInWords(month)}`;
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
        title={title}
        note={
          memberId !== undefined &&
          answer.data &&
          `${answer.data.names[memberId] ?? "A member"}, member ${memberId}`
        }
      >
        {answer.data && <Files statement={answer.data} />}
      </PageHeader>
      {answer.data ? (
        <StatementParts statement={answer.data} />
      ) : answer.error ? (
        <Failure what="the statement" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Loading what="the statement" lines={6} />
      )}
    </Stack>
  );
}

function Files({ statement }: { statement: Statement }) {
  const path = `/statements/${statement.memberId}/${statement.month}/statement`;
  return (
    <Button component="a" href={`${path}.pdf`} target="_blank" rel="noreferrer">
      Download PDF
    </Button>
  );
}

function StatementParts({ statement }: { statement: Statement }) {
  return (
    <>
      <State statement={statement} />
      <Text size="sm" c="dimmed">
        Values exclude VAT. Dates use {cityOf(statement.timeZone)} time.
      </Text>
      <Balances statement={statement} />
      <StatementEntries key={statement.month} statement={statement} />
      <Movements statement={statement} />
      <CheckYourself statement={statement} />
    </>
  );
}

function State({ statement: { seal } }: { statement: Statement }) {
  if (seal)
    return (
      <Notice tone="good">
        <p>
          Closed on <DayText value={seal.closedAt} />. This statement is final.
        </p>
      </Notice>
    );
  return (
    <Notice tone="info">
      <p>This month is still open. New commission will be added.</p>
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
          ...(paid === 0 ? [] : [{ name: "Commission paid", value: money(0 - paid) }]),
          ...(credit === 0
            ? []
            : [
                {
                  name:
                    credit > 0 ? "Turned into store credit" : "Store credit deducted from payouts",
                  value: money(0 - credit),
                },
              ]),
          { name: "Closing balance", value: money(closing.balance), isSum: true },
        ]}
      />
    </Box>
  );
}

function Movements({ statement }: { statement: Statement }) {
  const { movements, currency } = statement;
  if (movements.length === 0) return null;
  return (
    <Box component="section" maw={560} aria-labelledby="movements">
      <Title order={2} mb="xs" id="movements">
        Payouts and credit
      </Title>
      <Facts
        amounts
        facts={movements.map(({ type, occurredAt, reference, cash, credit }) => ({
          name: `${type === "PayoutPaid" ? "Paid out" : "Turned into store credit"}${reference ? `, reference ${reference}` : ""}`,
          value: (
            <Text span inherit>
              <DayText value={occurredAt} />
              <MoneyText minor={type === "PayoutPaid" ? cash : credit} currency={currency} />
            </Text>
          ),
        }))}
      />
    </Box>
  );
}

function CheckYourself({ statement }: { statement: Statement }) {
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

/** Every entry of the month with its order. They are all there already; only the page turns. */
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
        answer={{
          data: { rows, total: entries.length },
          error: null,
          isFetching: false,
          refetch: () => {},
        }}
        page={page}
        pageSize={pageSize}
        onPage={setPage}
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
