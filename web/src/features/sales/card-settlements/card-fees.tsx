import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { cardFeesMax } from "@portal/shared/sales/card-match.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText } from "../../../ui/days.tsx";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
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
          notifications, and fees of payouts and disputes.
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

/** The booked fees that belong to no payment, so that no sheet has them, and those of disputes. */
export function BookedFeesApart(props: { match: Pick<CardMatchList, "bookedFees" | "currency"> }) {
  const { bookedFees, currency } = props.match;
  const unbook = useCommand(api.cardMatch.unbookFee, { done: "Fee reversed." });
  const may = useMayCall();
  if (bookedFees.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="booked-fees">
      <Title order={2} id="booked-fees">
        Booked fees of payouts and disputes, and charges
      </Title>
      <ErrorNotice error={unbook.error} />
      <Stack component="ul" gap="sm" m={0} p={0} maw={420}>
        {bookedFees.map(({ lineId, day, amount }) => (
          <Group component="li" justify="space-between" wrap="nowrap" key={lineId}>
            <span>
              <MoneyText minor={amount} currency={currency} />
              <Text span display="block" size="sm" c="dimmed">
                <DayText value={day} />
              </Text>
            </span>
            {may("cardMatch.unbookFee") && (
              <Button
                variant="default"
                size="xs"
                loading={unbook.isPending}
                onClick={() => unbook.send({ lineId })}
              >
                Reverse
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Stack>
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
