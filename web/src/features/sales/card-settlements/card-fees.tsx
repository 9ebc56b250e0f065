import { Button, Stack, Text } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { cardFeesMax } from "@portal/shared/sales/card-match.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type CardMatchList = ApiOutputs["cardMatch"]["list"];

/** Fees that the provider took and that are not booked yet; one press books them. */
export function FeesToBook(props: {
  match: Pick<CardMatchList, "fees" | "currency" | "from" | "to">;
}) {
  const { fees, currency, from, to } = props.match;
  const shown = fees.slice(0, cardFeesMax);
  const sum = shown.reduce((total, { amount }) => total + amount, 0);
  const book = useCommand(api.cardMatch.bookFees, {
    done: ({ booked }) => (booked === 1 ? "Fee booked." : `${booked} fees booked.`),
  });
  if (shown.length === 0) return null;
  const [count, are] = shown.length === 1 ? ["One fee", "is"] : [`${shown.length} fees`, "are"];
  return (
    <Notice tone="info" title={`${count} of the card provider ${are} not booked`}>
      <Stack gap="xs" align="flex-start">
        <Text inherit>
          {formatMoney(sum, currency)} in all: what the settlement has beyond the fees of the
          notifications, and fees of payouts.
        </Text>
        <ErrorNotice error={book.error} />
        <Button
          variant="default"
          loading={book.isPending}
          onClick={() =>
            book.send({ from, to, fees: shown.map(({ lineId, amount }) => ({ lineId, amount })) })
          }
        >
          Book {shown.length === 1 ? "fee" : "fees"}
        </Button>
      </Stack>
    </Notice>
  );
}

/** Reverses a fee that was booked wrongly. */
export function BookedFee(props: {
  settlement: CardMatchList["rows"][number]["settlement"];
  onDone: () => void;
}) {
  const { settlement } = props;
  const unbook = useCommand(api.cardMatch.unbookFee, {
    done: "Fee reversed.",
    onDone: props.onDone,
  });
  if (settlement === null || settlement.bookedFee === null) return null;
  return (
    <>
      <ErrorNotice error={unbook.error} />
      <Button
        variant="default"
        loading={unbook.isPending}
        onClick={() => unbook.send({ lineId: settlement.lineId })}
      >
        Reverse booked fee
      </Button>
    </>
  );
}
