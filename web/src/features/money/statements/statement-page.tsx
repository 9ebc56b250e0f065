import { Button } from "@mantine/core";
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
import classes from "./statements.module.css";

export type Statement = ApiOutputs["wallet"]["statement"];

/** One month from its opening to its closing balance. */
export function StatementPage(props: { memberId?: number; month: string; onBack: () => void }) {
  const { month, memberId } = props;
  const asked = memberId === undefined ? { month } : { month, memberId };
  const answer = api.wallet.statement.useQuery(asked);
  const title = `Commission statement, ${monthInWords(month)}`;
  return (
    <div className={classes.page}>
      <Button
        variant="subtle"
        className={classes.back}
        leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />}
        onClick={props.onBack}
      >
        All statements
      </Button>
      <PageHeader key={month} title={title}>
        {answer.data && <Files statement={answer.data} />}
      </PageHeader>
      {memberId !== undefined && answer.data && (
        <p className={classes.hint}>
          {answer.data.names[memberId] ?? "A member"}, member {memberId}
        </p>
      )}
      {answer.data ? (
        <StatementParts statement={answer.data} />
      ) : answer.error ? (
        <Failure what="the statement" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Loading what="the statement" lines={6} />
      )}
    </div>
  );
}

function Files({ statement }: { statement: Statement }) {
  const path = `/statements/${statement.memberId}/${statement.month}/statement`;
  return (
    <div className={classes.files}>
      <Button component="a" href={`${path}.pdf`} target="_blank" rel="noreferrer">
        Download PDF
      </Button>
    </div>
  );
}

function StatementParts({ statement }: { statement: Statement }) {
  return (
    <>
      <State statement={statement} />
      <p className={classes.hint}>
        Values exclude VAT. Dates use {cityOf(statement.timeZone)} time.
      </p>
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
    <section className={classes.balances} aria-label="Balances">
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
    </section>
  );
}

function Movements({ statement }: { statement: Statement }) {
  const { movements, currency } = statement;
  if (movements.length === 0) return null;
  return (
    <section className={classes.movements} aria-labelledby="movements">
      <h2 id="movements" className={classes.heading}>
        Payouts and credit
      </h2>
      <Facts
        amounts
        facts={movements.map(({ type, occurredAt, reference, cash, credit }) => ({
          name: `${type === "PayoutPaid" ? "Paid out" : "Turned into store credit"}${reference ? `, reference ${reference}` : ""}`,
          value: (
            <span className={classes.movement}>
              <DayText value={occurredAt} />
              <MoneyText minor={type === "PayoutPaid" ? cash : credit} currency={currency} />
            </span>
          ),
        }))}
      />
    </section>
  );
}

function CheckYourself({ statement }: { statement: Statement }) {
  const { memberId, month, seal } = statement;
  return (
    <details className={classes.details}>
      <summary>Verify this statement yourself</summary>
      <div className={classes.check}>
        <p>
          The file has every entry with its value and rate. The checker recalculates them and
          reports any change. It needs Node.js and works offline.
        </p>
        <p className={classes.links}>
          <a href={`/statements/${memberId}/${month}/statement.json`} download>
            Download the statement (JSON)
          </a>
          <a href="/check-statement.mjs" download>
            Download the checker
          </a>
        </p>
        <code className={classes.command}>
          node check-statement.mjs statement-{month}-member-{memberId}.json
        </code>
        {seal && (
          <Facts
            facts={[
              { name: "Ledger position", value: String(seal.throughPosition) },
              { name: "Seal", value: <span className={classes.seal}>{seal.seal.root}</span> },
            ]}
          />
        )}
      </div>
    </details>
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
    <section className={classes.part} aria-labelledby="entries">
      <h2 id="entries" className={classes.heading}>
        Commission
      </h2>
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
        {isLate && <span className={classes.late}>from an earlier month</span>}
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
