import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { DayText } from "../../../ui/day-text.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { WalletEntry } from "./entry-rules.ts";
import classes from "./wallet.module.css";

/** Most people read and ask nothing: the form comes when it is wanted. */
const AskForm = lazy(async () => ({ default: (await import("./ask-form.tsx")).AskForm }));

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
        <Suspense>
          <AskForm entry={entry} onDone={() => setIsAsking(false)} />
        </Suspense>
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
