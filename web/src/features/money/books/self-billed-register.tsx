import { Box, Text } from "@mantine/core";
import { rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import type { ListState } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { DocumentLink, selfBilledAddress } from "../payouts/tax-invoice-link.tsx";
import { PostedDay } from "./posted-day.tsx";

type SelfBilled = ApiOutputs["books"]["selfBilled"];
type Row = SelfBilled["rows"][number];

const pageSize = 50;

/** The tax invoices that the shop wrote for members in a period, and their credit notes: what its input VAT is claimed with. */
export function SelfBilledRegister(props: {
  period: FirstAndLast;
  list: Pick<ListState, "page" | "goToPage">;
}) {
  const { period, list } = props;
  const documents = api.books.selfBilled.useQuery(
    { ...period, page: list.page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <Loaded query={documents} what="the documents" lines={8}>
      {({ rows, total, sums, currency, isClosed }) => (
        <>
          <Text size="sm" maw={760}>
            Tax invoices that you wrote for payouts of members, and their credit notes. They are in
            no figure of the VAT: your accountant claims their VAT as input tax. The package of a
            month has all their PDFs.
          </Text>
          {!isClosed && (
            <Text size="sm" c="dimmed">
              This period is not closed. Documents can still be added.
            </Text>
          )}
          {total > 0 && <SumsOf sums={sums} currency={currency} />}
          <DataList
            label="self-billed invoices"
            columns={columnsIn(currency)}
            rowKey={({ number }) => number}
            answer={{ ...documents, data: { rows, total } }}
            list={list}
            pageSize={pageSize}
            isPart
            empty={
              <Empty title="No self-billed invoices in this period">
                One appears when you pay a member who agreed to it.
              </Empty>
            }
          />
        </>
      )}
    </Loaded>
  );
}

function SumsOf(props: { sums: SelfBilled["sums"]; currency: Currency }) {
  const { sums, currency } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Box maw={420}>
      <Facts
        amounts
        facts={[
          { name: "Excl. VAT", value: money(sums.net) },
          { name: "VAT", value: money(sums.vat) },
          { name: "Incl. VAT", value: money(sums.gross), isSum: true },
        ]}
      />
    </Box>
  );
}

const kindWords: Readonly<Record<Row["kind"], string>> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
};

const columnsIn = (currency: Currency): readonly ListColumn<Row>[] => [
  {
    id: "number",
    header: "Document",
    width: "rest",
    onPhone: "title",
    // Erased with its member; the figures stay.
    cell: ({ kind, number, payoutId, supplier }) =>
      supplier === null ? (
        `${kindWords[kind]} ${number}`
      ) : (
        <DocumentLink
          href={selfBilledAddress[kind](payoutId)}
        >{`${kindWords[kind]} ${number}`}</DocumentLink>
      ),
  },
  {
    id: "day",
    header: "Date",
    width: 132,
    onPhone: "fact",
    cell: ({ postingDate, ownDay }) => <PostedDay postingDate={postingDate} ownDay={ownDay} />,
  },
  {
    id: "member",
    header: "Member",
    width: 208,
    onPhone: "fact",
    cell: ({ supplier, memberId }) => supplier?.name ?? `Member ${memberId}, erased`,
  },
  {
    id: "rate",
    header: "Rate",
    align: "end",
    width: 72,
    onPhone: "none",
    cell: ({ vatBps }) => rateInWords(vatBps),
  },
  { ...moneyColumn("net", "Excl. VAT", currency), onlyWide: true },
  moneyColumn("vat", "VAT", currency),
  moneyColumn("gross", "Incl. VAT", currency),
];

function moneyColumn(
  id: "net" | "vat" | "gross",
  header: string,
  currency: Currency,
): ListColumn<Row> {
  return {
    id,
    header,
    align: "end",
    width: 116,
    onPhone: id === "gross" ? "amount" : "none",
    cell: (row) => <MoneyText minor={row[id]} currency={currency} />,
  };
}
