import { Card, SimpleGrid, Text } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { RecipientText, recipientName } from "./recipient-text.tsx";

/** Where somebody has parcels sent. */
export function PersonRecipients({ id }: { id: number }) {
  const recipients = api.people.recipients.useQuery({ id });
  const { data } = recipients;
  if (!data)
    return recipients.error ? (
      <Failure
        what="recipients"
        error={recipients.error}
        onRetry={() => void recipients.refetch()}
      />
    ) : (
      <Loading what="recipients" lines={3} height={96} />
    );
  if (data.length === 0) return <Empty title="No recipients yet" />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      {data.map((recipient) => (
        <Card key={recipient.id} component="article" p="md">
          <Text fw={600}>{recipientName(recipient)}</Text>
          <Text size="sm" component="div">
            <RecipientText recipient={recipient} />
            <br />
            {recipient.recipientEmail}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
