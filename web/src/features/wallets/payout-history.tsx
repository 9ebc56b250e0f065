import { DayText } from "../../ui/day-text.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { StatusText } from "../../ui/status-text.tsx";
import type { Wallet } from "./wallet-screen.tsx";
import classes from "./wallet.module.css";

/** The request that is open and the one before it, each with what became of it. */
export function PayoutHistory(props: { wallet: Wallet }) {
  const { openPayout, lastPayout, currency } = props.wallet;
  const payouts = [openPayout, lastPayout].filter((payout) => payout !== null);
  if (payouts.length === 0) return null;

  return (
    <section className={classes.part} aria-labelledby="payouts">
      <h2 id="payouts" className={classes.heading}>
        Payouts
      </h2>
      <ul className={classes.payouts}>
        {payouts.map((payout) => (
          <li key={payout.id} className={classes.payout}>
            <span className={classes.payoutDay}>
              Requested on <DayText value={payout.requestedAt} />
            </span>
            <span className={classes.payoutAmount}>
              <MoneyText minor={payout.amount} currency={currency} />
            </span>
            <StatusText tone={tones[payout.state]}>{words[payout.state]}</StatusText>
            <span className={classes.payoutNote}>
              {payout.state === "paid" && payout.paidOn && (
                <>
                  <DayText value={payout.paidOn} />
                  {payout.reference && `, reference ${payout.reference}`}
                </>
              )}
              {payout.state === "rejected" && (payout.reason ?? "Cleared by the office")}
              {payout.state === "requested" && "The office pays it next"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const words = { requested: "Requested", paid: "Paid", rejected: "Rejected" } as const;
const tones = { requested: "waiting", paid: "good", rejected: "bad" } as const;
