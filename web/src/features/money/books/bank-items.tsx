import { Anchor, Stack, Text } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { accountWords } from "@portal/shared/sales/bank-lines.ts";
import { Link } from "wouter";
import type { ApiOutputs } from "../../../api/api.ts";
import { AcceptedDifference } from "../../sales/accepted-differences/accepted-difference.tsx";
import { DayText } from "../../../ui/days.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderLink } from "./order-link.tsx";
import { PersonName } from "../../../ui/person-name.tsx";

type Bank = ApiOutputs["books"]["bankReconciliation"];
type UnbookedLine = Bank["lines"]["rows"][number];
type UnseenEntry = Bank["entries"]["rows"][number];

export function accountName(account: string | null): string {
  return account === null ? "Own account" : `Account ${accountWords(account)}`;
}

const reasonWords: Readonly<Record<UnbookedLine["reason"], string>> = {
  unexplained: "Not explained yet",
  "not-booked": "Explained, but not booked",
  later: "Not in the ledger by this day",
  part: "A part is not in the ledger",
};

/** Transactions of the statement; each leads to the list in which it is explained. */
export function lineColumns(currency: Currency): readonly ListColumn<UnbookedLine>[] {
  return [
    dayColumn,
    {
      id: "text",
      header: "Transaction",
      width: "rest",
      onPhone: "title",
      cell: (line) => (
        <>
          <Anchor inherit component={Link} href={lineHref(line)}>
            {line.description || "Transaction"}
          </Anchor>
          {line.account !== null && (
            <Text span inherit c="dimmed" display="block">
              {accountName(line.account)}
            </Text>
          )}
        </>
      ),
    },
    {
      id: "reason",
      header: "Why",
      width: 212,
      onPhone: "status",
      cell: ({ reason }) => reasonWords[reason],
    },
    amountColumn(currency),
  ];
}

const incomingStates: Readonly<Record<UnbookedLine["reason"], string>> = {
  unexplained: "open",
  "not-booked": "ignored",
  later: "applied",
  part: "applied",
};
/** As many characters as a search takes. */
const searchMost = 100;

function lineHref({ id, description, reason }: UnbookedLine): string {
  const search = encodeURIComponent(description.slice(0, searchMost).trim());
  const isOpen = reason === "unexplained";
  return id > 0
    ? `/admin/bank-payments?state=${incomingStates[reason]}&search=${search}`
    : `/admin/outgoing-payments?state=${isOpen ? "open" : "explained"}&search=${search}`;
}

const eventWords: Readonly<Record<string, string>> = {
  PaymentReceived: "Payment recorded by hand",
  PaymentRefunded: "Refund by transfer",
  PayoutPaid: "Payout",
  PayoutReturned: "Returned payout",
  PayoutReturnUndone: "Return of a payout undone",
  CommissionRepaid: "Commission paid back",
  CommissionRepaymentUndone: "Repayment undone",
  CreditPaidOut: "Store credit paid out",
  MoneyBooked: "Booked bank transaction",
};

/** Entries of the books; each leads to its order, payout or person. */
export function entryColumns(currency: Currency): readonly ListColumn<UnseenEntry>[] {
  return [
    dayColumn,
    {
      id: "entry",
      header: "Entry",
      width: "rest",
      onPhone: "title",
      cell: ({ event }) => eventWords[event] ?? event,
    },
    {
      id: "of",
      header: "Of",
      width: 132,
      onPhone: "fact",
      cell: (entry) => <EntryLink entry={entry} />,
    },
    {
      id: "seen",
      header: "On the statement",
      width: 212,
      onPhone: "fact",
      cell: (entry) => <SeenOn entry={entry} />,
    },
    amountColumn(currency),
  ];
}

type UnexplainedLine = Bank["unexplained"]["rows"][number];

const placeOf: Readonly<Record<UnexplainedLine["at"], (text: string) => string>> = {
  in: (text) => `/admin/bank-payments?state=ignored&search=${text}`,
  out: (text) => `/admin/outgoing-payments?state=explained&search=${text}`,
  card: () => "/admin/card-match",
};

/** Transactions on the account Unexplained; each leads to where it is explained anew. */
export function unexplainedColumns(currency: Currency): readonly ListColumn<UnexplainedLine>[] {
  return [
    dayColumn,
    {
      id: "text",
      header: "Transaction",
      width: "rest",
      onPhone: "title",
      cell: ({ at, text }) => (
        <Anchor
          inherit
          component={Link}
          href={placeOf[at](encodeURIComponent(text.slice(0, searchMost).trim()))}
        >
          {text || "Transaction"}
        </Anchor>
      ),
    },
    {
      id: "accepted",
      header: "Accepted",
      width: 212,
      onPhone: "fact",
      cell: ({ thing, accepted }) => (
        <AcceptedDifference differenceKey={thing} accepted={accepted} />
      ),
    },
    amountColumn(currency),
  ];
}

function SeenOn({ entry: { seenOn, thing, accepted, event } }: { entry: UnseenEntry }) {
  if (seenOn !== null) return <DayText value={seenOn} />;
  return (
    <Stack gap={4} align="flex-start">
      Not yet
      {event !== "MoneyBooked" && <AcceptedDifference differenceKey={thing} accepted={accepted} />}
    </Stack>
  );
}

function EntryLink({ entry }: { entry: UnseenEntry }) {
  const { orderId, orderNumber, payoutId, userId } = entry;
  if (orderId !== null && orderNumber !== null)
    return <OrderLink orderId={orderId} orderNumber={orderNumber} />;
  if (payoutId !== null)
    return (
      <Anchor inherit component={Link} href={`/admin/payout-requests?payout=${payoutId}`}>
        Open payout
      </Anchor>
    );
  if (userId === null) return "–";
  return <PersonName id={userId}>Person {userId}</PersonName>;
}

/** The day of a row. */
export const dayColumn: ListColumn<Readonly<{ day: string }>> = {
  id: "day",
  header: "Date",
  width: 116,
  onPhone: "fact",
  cell: ({ day }) => <DayText value={day} />,
};

/** What a row is of one side. */
export function amountColumn(currency: Currency): ListColumn<Readonly<{ amount: number }>> {
  return {
    id: "amount",
    header: "Amount",
    align: "end",
    width: 132,
    onPhone: "amount",
    cell: ({ amount }) => <MoneyText minor={amount} currency={currency} />,
  };
}
