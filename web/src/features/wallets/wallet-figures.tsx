import { DayText } from "../../ui/day-text.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FigureCard } from "../../ui/figure-card.tsx";
import { FillLevel } from "../../ui/fill-level.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import type { Wallet } from "./wallet-screen.tsx";
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
          note={<UnpaidNote wallet={wallet} />}
        >
          {wallet.openPayout && (
            <div className={classes.progress}>
              <FillLevel small value={1} max={2} label="Payout requested, not paid yet" />
              <span>
                {money(wallet.openPayout.amount)} requested on{" "}
                <DayText value={wallet.openPayout.requestedAt} />
              </span>
            </div>
          )}
        </FigureCard>
        <FigureCard
          label="Credit"
          figure={money(wallet.credit)}
          note="Taken off your next payout"
        />
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
            { name: "Credit", value: money(0 - wallet.credit) },
            { name: "To be paid out", value: money(wallet.balance), isSum: true },
          ]}
        />
        <Facts
          amounts
          facts={[
            { name: "Units sold", value: groupDigits(wallet.units) },
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

function UnpaidNote(props: { wallet: Wallet }) {
  const { wallet } = props;
  return (
    <>
      <MoneyText minor={wallet.sinceLastPayout} currency={wallet.currency} /> earned since your last
      payout
    </>
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
        Paid on <DayText value={settled} />
      </>
    ) : (
      "Paid"
    ),
  };
}

/** 1312 reads "1 312", as amounts do. */
function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}
