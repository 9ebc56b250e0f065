import { Anchor, Box, Stack, Text, Title } from "@mantine/core";
import { Link } from "wouter";
import type { ApiOutputs } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { formatDay } from "../../../ui/days.tsx";
import { StatusText } from "../../../ui/facts.tsx";

type Agreement = ApiOutputs["monthEnd"]["get"]["selfBilling"][number];

/** The agreements to self-billing that the office has to renew. */
export function EndingAgreements(props: { agreements: readonly Agreement[] }) {
  const isLink = useMayCall()("taxDetails.saveSelfBilling");
  if (props.agreements.length === 0) return null;
  return (
    <Stack component="section" gap="xs" maw={760} aria-labelledby="ending-agreements">
      <Title order={2} id="ending-agreements">
        Self-billing agreements to renew
      </Title>
      <Text size="sm" c="dimmed">
        Payouts after the last day get no tax invoice from us.
      </Text>
      <Stack component="ul" gap={4} m={0} p={0}>
        {props.agreements.map(({ userId, name, until, isOver }) => (
          <Box component="li" key={userId} maw="none">
            {isLink ? (
              <Anchor component={Link} href={`/admin/people/${userId}?tab=wallet`}>
                {name}
              </Anchor>
            ) : (
              name
            )}{" "}
            <StatusText tone={isOver ? "bad" : "waiting"}>{endInWords(until, isOver)}</StatusText>
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}

function endInWords(until: string | null, isOver: boolean): string {
  if (until === null) return "No last day";
  return `${isOver ? "Ended on" : "Ends on"} ${formatDay(until)}`;
}
