import { toBank } from "@portal/shared/money/payout-terms.ts";
import { Anchor } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Fragment, useMemo } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given } from "../../../ui/list/list-controls.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { TaxInvoiceLinks } from "../payouts/tax-invoice-link.tsx";
import { useUrlParams } from "../../../ui/url-params.ts";
import { entriesPath, type Wallet } from "./wallet-parts.tsx";

const pageSize = 5;

/** All payout requests with their results; each amount links to its entries. */
export function PayoutHistory(props: {
  wallet: Wallet;
  /** Another member, when the office looks at the wallet. */
  memberId?: number;
}) {
  const { memberId } = props;
  const isOwn = memberId === undefined;
  const { openPayout, lastPayout, rejectedRequest, currency } = props.wallet;
  const [params, change] = useUrlParams();
  const page = Math.max(1, Number.parseInt(params.get("payouts") ?? "1", 10) || 1);
  const payouts = api.wallet.payouts.useQuery(
    { page, pageSize, ...given({ memberId }) },
    { placeholderData: keepPreviousData },
  );
  // Until the list is loaded, the wallet already has the newest requests.
  const newest = [openPayout, rejectedRequest, lastPayout].filter((payout) => payout !== null);
  const columns = useMemo(() => columnsIn(currency, isOwn), [currency, isOwn]);
  return (
    <DataList
      isPart
      label="payout requests"
      columns={columns}
      rowKey={({ id }) => id}
      answer={{
        ...payouts,
        data:
          payouts.data ?? (newest.length > 0 ? { rows: newest, total: newest.length } : undefined),
      }}
      list={{ page, goToPage: (to) => change({ payouts: to > 1 ? String(to) : null }, "push") }}
      pageSize={pageSize}
      empty={
        <Empty title="No payout requests yet">{isOwn && "Request your first payout above."}</Empty>
      }
    />
  );
}

const columnsIn = (currency: Wallet["currency"], isOwn: boolean): readonly ListColumn<Payout>[] => [
  {
    id: "requested",
    header: "Requested",
    width: 140,
    onPhone: "title",
    cell: ({ requestedAt }) => <DayText value={requestedAt} />,
  },
  {
    id: "state",
    header: "Status",
    width: 124,
    onPhone: "status",
    cell: ({ state }) => <StatusText tone={tones[state]}>{words[state]}</StatusText>,
  },
  {
    id: "note",
    header: "Details",
    width: "rest",
    onPhone: "fact",
    cell: (payout) => <PayoutNote payout={payout} currency={currency} isOwn={isOwn} />,
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    width: 124,
    onPhone: "amount",
    cell: ({ id, amount }) => (
      <Anchor
        inherit
        fw={550}
        component={Link}
        href={isOwn ? entriesPath({ payout: id }) : `/admin/payout-requests?payout=${id}`}
      >
        <MoneyText minor={amount} currency={currency} />
      </Anchor>
    ),
  },
];

type Payout = NonNullable<Wallet["lastPayout"]>;

/** The invoice comes first, because a phone cuts the note off. */
function PayoutNote(props: { payout: Payout; currency: Wallet["currency"]; isOwn: boolean }) {
  const { payout, currency, isOwn } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const parts = {
    invoice: payout.hasTaxInvoice && (
      <TaxInvoiceLinks payoutId={payout.id} isCredited={payout.isInvoiceCredited} />
    ),
    paid: payout.state === "paid" && payout.paidOn && (
      <>
        <DayText value={payout.paidOn} />
        {payout.reference && `, reference ${payout.reference}`}
      </>
    ),
    rejected: payout.state === "rejected" && (payout.reason ?? "Cleared by the office"),
    returned:
      payout.state === "returned" &&
      (isOwn
        ? "Your bank returned it, so it is in your balance again"
        : "Returned by the bank, so it is in the balance again"),
    open: payout.state === "requested" && isOwn && "We’ll pay this next",
    tax: payout.withheld !== 0 && (
      <>
        {money(payout.withheld)} tax withheld, {money(toBank(payout))} to the bank
      </>
    ),
    credit: payout.credit !== 0 && (
      <>
        {money(payout.commission)} minus {money(payout.credit)} turned into store credit
      </>
    ),
  };
  return Object.entries(parts)
    .filter(([, part]) => Boolean(part))
    .map(([key, part], at) => (
      <Fragment key={key}>
        {at > 0 && " · "}
        {part}
      </Fragment>
    ));
}

const words = {
  requested: "Requested",
  paid: "Paid",
  rejected: "Rejected",
  returned: "Returned",
} as const;
const tones = { requested: "waiting", paid: "good", rejected: "bad", returned: "bad" } as const;
