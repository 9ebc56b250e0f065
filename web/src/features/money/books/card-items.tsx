import { Anchor, Stack, Text } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { Link } from "wouter";
import type { ApiOutputs } from "../../../api/api.ts";
import { AcceptedDifference } from "../../sales/accepted-differences/accepted-difference.tsx";
import { DayText } from "../../../ui/days.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { amountColumn, dayColumn } from "./bank-items.tsx";
import { OrderLink } from "./order-link.tsx";

type Cards = ApiOutputs["books"]["cardReconciliation"];
type UnbookedLine = Cards["lines"]["rows"][number];
type UnseenEntry = Cards["entries"]["rows"][number];

const reasonWords: Readonly<Record<UnbookedLine["reason"], string>> = {
  unexplained: "Not in the ledger",
  "not-booked": "Ignored with a note",
  later: "Not in the ledger by this day",
  part: "Fee or amount differs",
};

/** Transactions of the settlements; each leads to its day in the card reconciliation. */
export function cardLineColumns(currency: Currency): readonly ListColumn<UnbookedLine>[] {
  return [
    dayColumn,
    {
      id: "text",
      header: "Transaction",
      width: "rest",
      onPhone: "title",
      cell: ({ day, description, account }) => (
        <>
          <Anchor
            inherit
            component={Link}
            href={`/admin/card-match?from=${day}&to=${day}&show=all`}
          >
            {description || "Transaction"}
          </Anchor>
          <Text span inherit c="dimmed" display="block">
            {account}
          </Text>
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

const eventWords: Readonly<Record<string, string>> = {
  PaymentReceived: "Card payment",
  PaymentRefunded: "Refund to the card",
  MoneyBooked: "Booked transaction",
};

/** Entries of the books; each leads to its order. */
export function cardEntryColumns(currency: Currency): readonly ListColumn<UnseenEntry>[] {
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
      cell: ({ orderId, orderNumber }) =>
        orderId !== null && orderNumber !== null ? (
          <OrderLink orderId={orderId} orderNumber={orderNumber} />
        ) : (
          "–"
        ),
    },
    {
      id: "seen",
      header: "In the settlement",
      width: 212,
      onPhone: "fact",
      cell: (entry) => <SeenOn entry={entry} />,
    },
    amountColumn(currency),
  ];
}

function SeenOn({ entry: { seenOn, thing, accepted, mayBeAccepted } }: { entry: UnseenEntry }) {
  if (seenOn !== null) return <DayText value={seenOn} />;
  if (!mayBeAccepted) return "Not yet";
  return (
    <Stack gap={4} align="flex-start">
      Not yet
      <AcceptedDifference differenceKey={thing} accepted={accepted} />
    </Stack>
  );
}
