import { Button, Group, Text } from "@mantine/core";
import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText } from "../../../ui/days.tsx";
import { ErrorNotice, Loaded } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** Books what the return rounds otherwise than the documents, once for each day, and takes it back. */
export function VatRounding(props: { period: FirstAndLast; amount: number }) {
  const { period, amount } = props;
  const { from, to } = period;
  const may = useMayCall();
  const roundings = api.books.vatRoundings.useQuery(period);
  const book = useCommand(api.books.bookRounding, { done: "Rounding booked." });
  const takeBack = useCommand(api.books.takeBackRounding, { done: "Rounding reversed." });
  return (
    <Loaded query={roundings} what="the booked rounding" lines={1}>
      {(booked) => (
        <>
          <ErrorNotice error={book.error ?? takeBack.error} />
          {booked.length === 0 && may("books.bookRounding") && (
            <Group>
              <Button
                variant="default"
                loading={book.isPending}
                onClick={() => book.send({ from, to, amount })}
              >
                Book rounding
              </Button>
            </Group>
          )}
          {booked.map((each) => (
            <Group key={each.entryId} gap="sm">
              <Text size="sm">
                The rounding of <DayText value={each.from} /> to <DayText value={each.to} /> is
                booked, by {each.byName} on <DayText value={each.at} />.
              </Text>
              {may("books.takeBackRounding") && (
                <Button
                  variant="default"
                  size="xs"
                  loading={takeBack.isPending}
                  onClick={() => takeBack.send({ entryId: each.entryId })}
                >
                  Reverse
                </Button>
              )}
            </Group>
          ))}
        </>
      )}
    </Loaded>
  );
}
