import "../../theme/mantine-forms.ts";
import { Button, Textarea } from "@mantine/core";
import { askAboutEntrySchema } from "@portal/shared/wallet-entries.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";
import { useCommandId } from "../../api/use-command-id.ts";
import { DayText } from "../../ui/day-text.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import type { WalletEntry } from "./entry-rules.ts";
import classes from "./wallet.module.css";

/** What was asked about the entry and answered, and the way to ask. */
export function EntryQuestions(props: { entry: WalletEntry }) {
  const { entry } = props;
  const [isAsking, setIsAsking] = useState(false);
  const isOpen = entry.questions.some(({ answer }) => answer === null);
  return (
    <section className={classes.questions} aria-labelledby="questions">
      <h3 id="questions" className={classes.subheading}>
        Questions
      </h3>
      {entry.questions.map((asked) => (
        <Asked key={asked.id} asked={asked} currency={entry.currency} />
      ))}
      {isAsking && !isOpen ? (
        <AskForm entry={entry} onDone={() => setIsAsking(false)} />
      ) : (
        !isOpen && (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Ask the office about this entry
          </Button>
        )
      )}
    </section>
  );
}

function Asked(props: {
  asked: WalletEntry["questions"][number];
  currency: WalletEntry["currency"];
}) {
  const { question, askedAt, answer, answeredAt, credit } = props.asked;
  return (
    <article className={classes.asked}>
      <p className={classes.said}>{question}</p>
      <p className={classes.hint}>
        Asked on <DayText value={askedAt} />
      </p>
      {answer === null ? (
        <p className={classes.hint}>The office answers as soon as it can, and you get a mail.</p>
      ) : (
        <div className={classes.answer}>
          <p className={classes.said}>{answer}</p>
          {credit !== null && (
            <p>
              Store credit added:{" "}
              <strong>
                <MoneyText minor={credit} currency={props.currency} />
              </strong>
            </p>
          )}
          {answeredAt !== null && (
            <p className={classes.hint}>
              Answered on <DayText value={answeredAt} />
            </p>
          )}
        </div>
      )}
    </article>
  );
}

function AskForm(props: { entry: WalletEntry; onDone: () => void }) {
  const { position, entryNo } = props.entry;
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const { form, onSubmit } = useCheckedForm({
    name: "ask",
    schema: askAboutEntrySchema.pick({ question: true }),
    initialValues: { question: "" },
  });
  const ask = api.wallet.askAboutEntry.useMutation({
    onSuccess: async () => {
      await utils.wallet.entries.invalidate();
      showToast("Question sent.");
      props.onDone();
    },
  });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={onSubmit(({ question }) => {
        const request = { position, entryNo, question };
        ask.mutate({ ...request, commandId: commandIdFor(request) });
      })}
    >
      {ask.error && (
        <Notice tone="bad">
          <p>{errorMessage(ask.error)}</p>
        </Notice>
      )}
      <Textarea
        label="Your question"
        required
        rows={3}
        maxLength={1000}
        data-autofocus
        {...form.getInputProps("question")}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={ask.isPending}>
          Send question
        </Button>
        <Button variant="default" onClick={props.onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
