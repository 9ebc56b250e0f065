import { Card, SimpleGrid, Text } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { RecipientText, recipientName } from "./recipient-text.tsx";

/** A person's address book, for the office to read. */
export function PersonRecipients({ id }: { id: number }) {
  const recipients = api.people.recipients.useQuery({ id });
  return (
    <Loaded query={recipients} what="recipients" lines={3} height={96}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title="No recipients yet" />
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
            {rows.map((recipient) => (
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
        )
      }
    </Loaded>
  );
}
