import { DayText } from "../../../ui/day-text.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StatusText } from "../../../ui/status-text.tsx";
import { type CardMatchList, depositWords, type MatchedDeposit } from "./card-match-words.ts";
import classes from "./card-match.module.css";

/** What became of the money: every cent received is a fee, given back, paid out, or still there. */
export function CardMatchSums(props: { match: CardMatchList }) {
  const { summary, currency, deposits } = props.match;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const { received, fees, refunded, other, paidOut, left } = summary;
  const rate = received === 0 ? "" : ` (${((fees * 100) / received).toFixed(2)}\u00a0%)`;
  return (
    <div className={classes.sums}>
      <section className={classes.way} aria-labelledby="card-money">
        <h2 id="card-money" className={classes.heading}>
          What the provider did with the money
        </h2>
        <Facts
          amounts
          facts={[
            { name: "Received", value: money(received) },
            { name: `Fees${rate}`, value: money(0 - fees) },
            { name: "Given back", value: money(0 - refunded) },
            ...(other === 0 ? [] : [{ name: "Other", value: money(other) }]),
            { name: "Paid out to the bank", value: money(0 - paidOut) },
            { name: "Still with the provider of these days", value: money(left), isSum: true },
          ]}
        />
      </section>
      <section className={classes.way} aria-labelledby="card-payouts">
        <h2 id="card-payouts" className={classes.heading}>
          Payouts to the bank
        </h2>
        {deposits.length === 0 && <p className={classes.hint}>No payout in these days.</p>}
        <ul className={classes.deposits}>
          {deposits.map((deposit) => (
            <li key={`${deposit.payoutDay} ${deposit.bankDay} ${deposit.amount}`}>
              <span>
                {money(deposit.amount)} <Days deposit={deposit} />
              </span>
              <StatusText tone={depositWords[deposit.state].tone}>
                {depositWords[deposit.state].word}
              </StatusText>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Days(props: { deposit: MatchedDeposit }) {
  const { payoutDay, bankDay } = props.deposit;
  return (
    <>
      {payoutDay !== null && (
        <>
          of <DayText value={payoutDay} />
        </>
      )}
      {bankDay !== null && (
        <>
          , on the statement of <DayText value={bankDay} />
        </>
      )}
    </>
  );
}
