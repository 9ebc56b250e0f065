import { Link } from "wouter";
import { DayText } from "../../../ui/day-text.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { FigureCard } from "../../../ui/figure-card.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StoreCredit } from "./store-credit.tsx";
import { MoneyStages } from "./money-stages.tsx";
import type { Wallet } from "./wallet-screen.tsx";
import { countWords, entriesPath } from "./wallet-view.ts";
import classes from "./wallet.module.css";

/** The three figures that matter, and below them how they come about. */
export function WalletFigures(props: { wallet: Wallet }) {
  const { wallet } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  return (
    <>
      <div className={classes.figures}>
        <FigureCard
          isMain
          label="Unpaid commission"
          figure={money(wallet.unpaid)}
          note={
            <Link href={entriesPath({ mode: "current" })}>
              {money(wallet.sinceLastPayout)} earned since your last payout
            </Link>
          }
        >
          <MoneyStages wallet={wallet} />
        </FigureCard>
        <StoreCredit wallet={wallet} />
        <FigureCard label="Last payout" {...lastPayout(wallet)} />
      </div>
      <HowItAddsUp wallet={wallet} />
    </>
  );
}

function HowItAddsUp(props: { wallet: Wallet }) {
  const { wallet } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  return (
    <details className={classes.details}>
      <summary>How this adds up</summary>
      <div className={classes.sums}>
        <Facts
          amounts
          facts={[
            { name: "Commission earned so far", value: money(wallet.accrued) },
            { name: "Paid out so far", value: money(0 - wallet.paid) },
            { name: "Unpaid commission", value: money(wallet.unpaid), isSum: true },
            { name: "Turned into store credit", value: money(0 - wallet.credit) },
            { name: "Balance", value: money(wallet.balance), isSum: true },
          ]}
        />
        <Facts
          amounts
          facts={[
            { name: "Units of your own sales", value: countWords(wallet.units) },
            {
              name: "Total sales, at the fixed value of a unit without VAT",
              value: money(wallet.totalSales),
            },
            {
              name: "Sales that commission is reckoned on, without VAT and delivery",
              value: money(wallet.commissionable),
            },
          ]}
        />
      </div>
    </details>
  );
}

function lastPayout({ lastPayout: payout, currency }: Wallet) {
  if (!payout) return { figure: "–", note: "None yet" };
  const figure = <MoneyText minor={payout.amount} currency={currency} />;
  const settled = payout.paidOn ?? payout.settledAt;
  if (payout.state === "rejected")
    return {
      figure,
      note: payout.reason ? `Rejected: ${payout.reason}` : "Cleared by the office",
    };
  return {
    figure,
    note: settled ? (
      <>
        Paid on <DayText value={settled} />,{" "}
        <Link href={entriesPath({ payout: payout.id })}>what it was for</Link>
      </>
    ) : (
      "Paid"
    ),
  };
}
