import { Link } from "wouter";
import { DayText } from "../../../ui/day-text.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { AnswerForm } from "./answer-form.tsx";
import type { ListedQuestion } from "./entry-questions-screen.tsx";
import { exactProduct, kindWordsOfSomebody } from "./entry-rules.ts";
import classes from "./wallet.module.css";

/** One question with the entry that it is about, and its answer or the form for it. */
export function QuestionSheet(props: { asked: ListedQuestion; onClose: () => void }) {
  const { asked, onClose } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={asked.currency} />;
  return (
    <Dialog shape="sheet" title={`Question of ${asked.fullName}`} onClose={onClose}>
      <div className={classes.explanation}>
        <p className={classes.rule}>{asked.question}</p>
        <Facts
          facts={[
            { name: "Asked", value: <DayText value={asked.askedAt} withTime /> },
            { name: "Email", value: <a href={`mailto:${asked.email}`}>{asked.email}</a> },
            {
              name: "Order",
              value: (
                <Link href={`/admin/orders?search=${asked.orderNumber}`}>{asked.orderNumber}</Link>
              ),
            },
            { name: "Entry", value: kindWordsOfSomebody(asked.kind) },
            { name: "Amount", value: money(asked.amount) },
            {
              name: "Reckoned",
              value: exactProduct(asked.value, asked.rateBps, asked.currency),
            },
            ...(asked.cappedBy === null
              ? []
              : [{ name: "Taken off by the limit of the order", value: money(asked.cappedBy) }]),
            { name: "Earned", value: <DayText value={asked.occurredAt} withTime /> },
            { name: "Ledger position", value: `${asked.position}, entry ${asked.entryNo}` },
          ]}
        />
        {asked.answer === null ? (
          <AnswerForm asked={asked} onDone={onClose} />
        ) : (
          <section className={classes.answer} aria-label="Answer">
            <p className={classes.said}>{asked.answer}</p>
            {asked.credit !== null && <p>Store credit granted: {money(asked.credit)}</p>}
            <p className={classes.hint}>
              By {asked.answeredByName ?? "somebody"}
              {asked.answeredAt !== null && (
                <>
                  {" "}
                  on <DayText value={asked.answeredAt} withTime />
                </>
              )}
            </p>
          </section>
        )}
      </div>
    </Dialog>
  );
}
