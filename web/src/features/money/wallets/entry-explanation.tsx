import { DayText } from "../../../ui/day-text.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { entryFacts, kindWords, ledgerFacts, ruleWords, type WalletEntry } from "./entry-rules.ts";
import classes from "./wallet.module.css";

/** An amount opened down to the rule, the value, the rate, the rounding and its place in the ledger. */
export function EntryExplanation(props: { entry: WalletEntry }) {
  const { entry } = props;
  return (
    <div className={classes.explanation}>
      <div>
        <p className={classes.explainedKind}>
          {kindWords(entry.kind)}, <DayText value={entry.occurredAt} withTime />
        </p>
        <p className={classes.explainedAmount}>
          <MoneyText minor={entry.amount} currency={entry.currency} />
        </p>
      </div>
      <p className={classes.rule}>{ruleWords(entry)}</p>
      <Facts amounts facts={entryFacts(entry)} />
      <section>
        <h3 className={classes.subheading}>In the ledger</h3>
        <Facts facts={ledgerFacts(entry)} />
      </section>
    </div>
  );
}
