import { Button, Card, Paper, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { DayText } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { AskForm } from "./ask-form.tsx";
import { entryFacts, kindWords, ledgerFacts, ruleWords, type WalletEntry } from "./entry-rules.ts";

/** How an entry was calculated, and the questions about it. */
export function EntrySheet(props: {
  entry: WalletEntry;
  /** Only the beneficiary may ask about an entry. */
  isOwn: boolean;
  onClose: () => void;
}) {
  const { entry } = props;
  return (
    <Sheet title={`How this was calculated: order ${entry.orderNumber}`} onClose={props.onClose}>
      <Stack gap="lg">
        <EntryExplanation entry={entry} />
        {props.isOwn && <EntryQuestions entry={entry} />}
      </Stack>
    </Sheet>
  );
}

/** The rule, value, rate and rounding of an amount, and its ledger position. */
function EntryExplanation({ entry }: { entry: WalletEntry }) {
  const { priceTax } = useRegionWords();
  return (
    <>
      <div>
        <Text fz={30} fw={650} lh={1.2}>
          <MoneyText minor={entry.amount} currency={entry.currency} />
        </Text>
        <Text size="sm" c="dimmed">
          {kindWords(entry.kind)}, <DayText value={entry.occurredAt} withTime />
        </Text>
      </div>
      <Text>{ruleWords(entry, priceTax)}</Text>
      <Facts amounts facts={entryFacts(entry, priceTax)} />
      <section>
        <Title order={3} mb="xs">
          In the ledger
        </Title>
        <Facts facts={ledgerFacts(entry)} />
      </section>
    </>
  );
}

/** The questions about an entry with their answers, and the form to ask one. */
export function EntryQuestions(props: { entry: WalletEntry }) {
  const { entry } = props;
  const [isAsking, setIsAsking] = useState(false);
  const isOpen = entry.questions.some(({ answer }) => answer === null);
  const mayAsk = !useIsImpersonated();
  return (
    <Stack role="region" gap="sm" align="flex-start" aria-labelledby="questions">
      <Title order={3} id="questions">
        Questions
      </Title>
      {entry.questions.map((asked) => (
        <Question key={asked.id} asked={asked} currency={entry.currency} />
      ))}
      {!isOpen && isAsking && <AskForm entry={entry} onDone={() => setIsAsking(false)} />}
      {!isOpen && !isAsking && mayAsk && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Ask about this commission
        </Button>
      )}
    </Stack>
  );
}

function Question(props: {
  asked: WalletEntry["questions"][number];
  currency: WalletEntry["currency"];
}) {
  const { question, askedAt, answer, answeredAt, credit } = props.asked;
  return (
    <Card component="article" w="100%">
      <Paragraphs text={question} />
      <Text size="sm" c="dimmed">
        Asked on <DayText value={askedAt} />
      </Text>
      {answer === null ? (
        <Text size="sm" c="dimmed">
          We’ll reply by email as soon as we can.
        </Text>
      ) : (
        <Paper p="sm" mt="sm" bg="var(--ground)">
          <Paragraphs text={answer} />
          {credit !== null && (
            <Text>
              Store credit added:{" "}
              <Text span inherit fw={600}>
                <MoneyText minor={credit} currency={props.currency} />
              </Text>
            </Text>
          )}
          {answeredAt !== null && (
            <Text size="sm" c="dimmed">
              Answered on <DayText value={answeredAt} />
            </Text>
          )}
        </Paper>
      )}
    </Card>
  );
}

/** Typed text with its line breaks. */
export function Paragraphs({ text }: { text: string }) {
  return text.split("\n").map((line, at) => <Text key={at}>{line || "\u00a0"}</Text>);
}
