import { Stack, Text, Title } from "@mantine/core";
import type { ScheduleKind } from "@portal/shared/money/books.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { grouped } from "../../../digit-groups.ts";
import { DayText } from "../../../ui/days.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { Vat } from "./vat-figures.ts";
import { OrderLink } from "./order-link.tsx";

type Schedule = Vat["schedules"][number];
type Row = Schedule["rows"][number];
type Sums = Schedule["sums"][number];

/** What the law may ask VAT for although no document has it; each row opens its order. */
export function VatSchedules({ vat: { region, schedules } }: { vat: Vat }) {
  if (schedules.length === 0) return null;
  return (
    <Stack component="section" gap="md" aria-labelledby="vat-schedules">
      <Stack gap={4} maw={760}>
        <Title order={2} id="vat-schedules">
          Not in the figures above
        </Title>
        <Text size="sm" c="dimmed">
          The law may ask for VAT on this money. Ask your accountant which of it belongs in the
          return. Money from days without VAT registration is left out.
        </Text>
      </Stack>
      {schedules.map((schedule) => (
        <ScheduleList key={schedule.kind} schedule={schedule} region={region} />
      ))}
    </Stack>
  );
}

function ScheduleList({ schedule, region }: { schedule: Schedule; region: Region }) {
  const { kind, rows, count, sums } = schedule;
  const { title, none, about } = wordsOf[kind];
  return (
    <Stack component="section" gap="xs" aria-labelledby={kind}>
      <Stack gap={4} maw={760}>
        <Title order={3} id={kind}>
          {title}
        </Title>
        <Text size="sm">{count === 0 ? none : about(region)}</Text>
      </Stack>
      {count > 0 && (
        <DataList
          label={title.toLowerCase()}
          columns={columnsOf[kind]}
          rowKey={(row) => `${row.orderId} ${row.day} ${row.gross}`}
          answer={{ data: { rows, total: rows.length } }}
          isPart
          empty={null}
        />
      )}
      {sums.map((each) => (
        <SumsText key={each.currency} sums={each} kind={kind} />
      ))}
      {count > rows.length && (
        <Text size="sm" c="dimmed">
          These are the oldest {grouped(rows.length)} of {grouped(count)} rows. The file has all.
        </Text>
      )}
    </Stack>
  );
}

function SumsText({ sums, kind }: { sums: Sums; kind: ScheduleKind }) {
  const { currency, added, taken, ...present } = sums;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const amounts = ({ gross, vat, orderVat }: typeof added) => (
    <>
      {money(gross)}, VAT {money(vat)}
      {kind === "part-payments" && <>, VAT on the orders {money(orderVat)}</>}.
    </>
  );
  return (
    <Stack gap={2}>
      <Text size="sm">At the end of this period: {amounts(present)}</Text>
      <Text size="sm">New in this period: {amounts(added)}</Text>
      <Text size="sm">Gone in this period: {amounts(taken)}</Text>
    </Stack>
  );
}

type Words = Readonly<{ title: string; none: string; about: (region: Region) => string }>;

const wordsOf: Readonly<Record<ScheduleKind, Words>> = {
  "part-payments": {
    title: "Part payments",
    none: "At the end of this period no order was paid in part.",
    about: (region) =>
      `Orders that were paid in part at the end of this period, without an invoice yet, and those that were at its beginning: they have 0 now, because they were paid in full, refunded or cancelled. ${
        region === "za"
          ? "VAT on the whole order may be due with the first part."
          : "VAT may be due on each part."
      }`,
  },
  "old-overpayments": {
    title: "Overpayments older than four months",
    none: "At the end of this period we kept no overpayment for more than four months.",
    about: () =>
      "Money beyond the amount due that we still kept at the end of this period, including money of cancelled orders, and what was refunded or used since its beginning. VAT may be due when the four months end, and may be deducted when the money is refunded.",
  },
  "shipped-unpaid": {
    title: "Sent but unpaid",
    none: "At the end of this period no order was sent and unpaid.",
    about: () =>
      "Orders that were sent or ready to collect, and are unpaid because a payment was undone. Their invoice is cancelled, but VAT on it may still be due. Shipments that were cancelled are included. An order has 0 once it is paid again, or you cancel it because the goods are back: deduct then the VAT that was declared.",
  },
};

const columnsOf: Readonly<Record<ScheduleKind, readonly ListColumn<Row>[]>> = {
  "part-payments": [
    orderColumn(),
    dayColumn("First payment"),
    beforeColumn(),
    moneyColumn("gross", "Paid", "amount"),
    moneyColumn("vat", "VAT in it", "none"),
    { ...moneyColumn("orderGross", "Order", "none"), onlyWide: true },
    moneyColumn("orderVat", "VAT on the order", "none"),
  ],
  "old-overpayments": [
    orderColumn(),
    dayColumn("Four months ended"),
    beforeColumn(),
    moneyColumn("gross", "Overpaid", "amount"),
    moneyColumn("vat", "VAT in it", "none"),
  ],
  "shipped-unpaid": [
    orderColumn(),
    dayColumn("Invoice cancelled"),
    beforeColumn(),
    moneyColumn("gross", "Cancelled invoice", "amount"),
    moneyColumn("vat", "VAT", "none"),
  ],
};

function orderColumn(): ListColumn<Row> {
  return {
    id: "order",
    header: "Order",
    width: "rest",
    onPhone: "title",
    cell: ({ orderId, orderNumber }) => <OrderLink orderId={orderId} orderNumber={orderNumber} />,
  };
}

function dayColumn(header: string): ListColumn<Row> {
  return {
    id: "day",
    header,
    width: 156,
    onPhone: "fact",
    cell: (row) => <DayText value={row.day} />,
  };
}

function beforeColumn(): ListColumn<Row> {
  return { ...moneyColumn("grossBefore", "Before", "none"), onlyWide: true };
}

function moneyColumn(
  id: "gross" | "grossBefore" | "vat" | "orderGross" | "orderVat",
  header: string,
  onPhone: "amount" | "none",
): ListColumn<Row> {
  return {
    id,
    header,
    align: "end",
    width: 148,
    onPhone,
    cell: (row) => <MoneyText minor={row[id]} currency={row.currency} />,
  };
}
