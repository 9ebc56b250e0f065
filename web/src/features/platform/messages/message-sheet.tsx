import { Box, Button, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import type { MessageChannel, MessageState } from "@portal/shared/platform/messages.ts";
import { messageWords } from "@portal/shared/platform/message-words.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts, StatusText, type Tone } from "../../../ui/facts.tsx";
import { ErrorNotice, Loaded, Notice } from "../../../ui/feedback.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Message = ApiOutputs["system"]["sentEmail"];

/** One message with its content and delivery state, and a button to resend it. */
export function MessageSheet(props: { id: number; onClose: () => void }) {
  const message = api.system.sentEmail.useQuery({ id: props.id });
  const resend = useCommand(api.system.resendEmail, { repeatable: true, done: "Sent again." });
  const { data } = message;
  return (
    <Sheet
      title={data?.subject ?? "Message"}
      states={
        data && <StatusText tone={stateTones[data.state]}>{stateWords[data.state]}</StatusText>
      }
      foot={
        data?.canResend && (
          <Button loading={resend.isPending} onClick={() => resend.send({ id: props.id })}>
            Resend
          </Button>
        )
      }
      onClose={props.onClose}
    >
      <ErrorNotice error={resend.error} />
      <Loaded query={message} what="the message" lines={6} height={36}>
        {(loaded) => <MessageContent message={loaded} />}
      </Loaded>
    </Sheet>
  );
}

function MessageContent({ message }: { message: Message }) {
  const sentAt = message.state === "sent" && message.sentAt;
  return (
    <>
      <DeliveryProblem message={message} />
      <Facts
        facts={[
          { name: "To", value: message.to },
          { name: "About", value: messageWords[message.kind] },
          { name: "By", value: channelWords[message.channel] },
          { name: "Created", value: <DayText value={message.createdAt} withTime /> },
          sentAt && { name: "Sent at", value: <DayText value={sentAt} withTime /> },
          { name: "Attempts", value: String(message.attempts) },
          message.userId !== null && {
            name: "User ID",
            value: <PersonName id={message.userId}>{message.userId}</PersonName>,
          },
        ]}
      />
      <Body message={message} />
    </>
  );
}

function DeliveryProblem(props: { message: Message }) {
  const { state, failure, channel } = props.message;
  if (state === "kept") {
    return (
      <Notice tone="info" title="Not sent">
        <p>{channel === "email" ? "No mail server is set up." : "No SMS provider is set up."}</p>
      </Notice>
    );
  }
  if (failure === null || state === "sent") return null;
  return state === "queued" ? (
    <Notice tone="warning" title="We’ll try again automatically">
      <p>{failure}</p>
    </Notice>
  ) : (
    <Notice tone="bad" title="Not delivered">
      <p>{failure}</p>
    </Notice>
  );
}

/**
 * An email may contain any HTML: its frame is sandboxed, without scripts, popups or an origin, and the page's content
 * security policy blocks requests to other hosts.
 */
function Body(props: { message: Message }) {
  const { html, text } = props.message;
  const [shown, setShown] = useState<"html" | "text">(html === null ? "text" : "html");
  return (
    <Stack component="section" gap="sm" aria-labelledby="words">
      <Group justify="space-between">
        <Title order={3} id="words">
          Message
        </Title>
        {html !== null && (
          <SegmentedControl
            aria-label="Form"
            value={shown}
            data={[
              { value: "html", label: "Formatted" },
              { value: "text", label: "Plain text" },
            ]}
            onChange={setShown}
          />
        )}
      </Group>
      {shown === "html" && html !== null ? (
        <Box
          component="iframe"
          title="The message, formatted"
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={html}
          w="100%"
          h="min(60dvh, 560px)"
          bd="1px solid var(--hairline)"
          bdrs="lg"
          bg="white"
        />
      ) : (
        <Paper component="pre" bg="var(--ground)" m={0} p="md" className="lines">
          {text}
        </Paper>
      )}
      <Text size="sm" c="dimmed">
        Codes and links are hidden.
      </Text>
    </Stack>
  );
}

export type ListedMessage = ApiOutputs["system"]["sentEmails"]["rows"][number];

export const channelWords: Record<MessageChannel, string> = { email: "Email", sms: "SMS" };

export const stateWords: Record<MessageState, string> = {
  queued: "Waiting",
  sent: "Sent",
  kept: "Not sent (kept)",
  refused: "Refused",
  dropped: "Not sent (too many)",
  failed: "Failed",
};

export const stateTones: Record<MessageState, Tone> = {
  queued: "waiting",
  sent: "good",
  kept: "neutral",
  refused: "bad",
  dropped: "neutral",
  failed: "bad",
};
