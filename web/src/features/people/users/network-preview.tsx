import { Paper, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import type { Preview } from "@portal/shared/network/network-tree.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { ErrorNotice, Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { levelWords } from "./role-words.ts";

type Answer = ApiOutputs["network"]["preview"];

/** The preview is fetched once typing has paused for this long. */
const settleMs = 300;

/**
 * Previews a change of the network: the position now and after it, and who would have earned more or less in the last
 * ninety days. A change that would be refused shows the refusal here already.
 */
export function NetworkPreview(props: { of: Preview }) {
  const asText = JSON.stringify(props.of);
  const [settledText] = useDebouncedValue(asText, settleMs);
  const isSettled = settledText === asText;
  const preview = api.network.preview.useQuery(props.of, {
    enabled: isSettled,
    placeholderData: keepPreviousData,
    retry: false,
  });

  return (
    <Stack
      component="section"
      gap="sm"
      opacity={isSettled && !preview.isFetching ? 1 : 0.6}
      aria-label="What changes"
      aria-busy={!isSettled || preview.isFetching}
    >
      {preview.error ? (
        reasonOf(preview.error) === null ? (
          <Failure
            what="the preview"
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <ErrorNotice error={preview.error} />
        )
      ) : preview.data ? (
        <>
          <SimpleGrid cols={2} spacing="sm">
            <PositionCard title="Now" position={preview.data.now} />
            <PositionCard title="After" position={preview.data.after} />
          </SimpleGrid>
          <Earnings preview={preview.data} />
        </>
      ) : (
        <Loading what="the preview" lines={2} height={64} />
      )}
    </Stack>
  );
}

function PositionCard(props: { title: string; position: Answer["now"] }) {
  const { level, parentName } = props.position;
  return (
    <Paper p="sm">
      <Text component="h3" size="xs" fw={600} c="dimmed">
        {props.title}
      </Text>
      <Text size="sm" fw={600}>
        {level === null ? "Customer" : levelWords(level)}
      </Text>
      <Text size="sm" c="dimmed">
        {parentName === null ? "No parent" : `Under ${parentName}`}
      </Text>
    </Paper>
  );
}

/** Sorted from the largest gain to the largest loss. */
function Earnings(props: { preview: Answer }) {
  const { days, orders, members, currency } = props.preview;
  const sorted = useMemo(() => members.toSorted((a, b) => b.change - a.change), [members]);
  const of = `${orders} ${orders === 1 ? "order" : "orders"} from the last ${days} days`;
  if (sorted.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Based on {of}, no one would have earned more or less.
      </Text>
    );

  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Table captionSide="top" highlightOnHover={false}>
      <Table.Caption ta="left" mt={0} mb="xs" c="dimmed" fz="sm">
        What each person would have earned on {of}. Commission already earned does not change.
      </Table.Caption>
      <Table.Thead>
        <Table.Tr h={38}>
          <Table.Th>Person</Table.Th>
          <Table.Th ta="right">Now</Table.Th>
          <Table.Th ta="right">Would be</Table.Th>
          <Table.Th ta="right">Change</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sorted.map(({ userId, name, before, after, change }) => (
          <Table.Tr key={userId} h={44}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">{money(before)}</Table.Td>
            <Table.Td ta="right">{money(after)}</Table.Td>
            <Table.Td ta="right" fw={550} c={change > 0 ? "var(--good)" : "var(--bad)"}>
              {change > 0 && "+"}
              {money(change)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
