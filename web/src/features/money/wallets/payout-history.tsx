import { keepPreviousData } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Failure } from "../../../ui/feedback.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import type { Wallet } from "./wallet-screen.tsx";
import { entriesPath } from "./wallet-view.ts";
import classes from "./wallet.module.css";

const pageSize = 5;

/** All that was ever requested, each with what became of it and the way to the entries it is made of. */
export function PayoutHistory(props: { wallet: Wallet }) {
  const { openPayout, lastPayout, currency } = props.wallet;
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get("payouts") ?? "1", 10) || 1);
  const payouts = api.wallet.payouts.useQuery(
    { page, pageSize },
    { placeholderData: keepPreviousData },
  );
  // Until the list is here, the wallet itself knows the newest two.
  const newest = [openPayout, lastPayout].filter((payout) => payout !== null);
  const rows = payouts.data?.rows ?? newest;
  if (rows.length === 0 && page === 1) return null;

  return (
    <section className={classes.part} aria-labelledby="payouts">
      <h2 id="payouts" className={classes.heading}>
        Payouts
      </h2>
      {payouts.error && (
        <Failure
          what="your earlier payouts"
          error={payouts.error}
          onRetry={() => void payouts.refetch()}
        />
      )}
      <ul className={classes.payouts} aria-busy={payouts.isFetching}>
        {rows.map((payout) => (
          <li key={payout.id} className={classes.payout}>
            <span className={classes.payoutDay}>
              Requested on <DayText value={payout.requestedAt} />
            </span>
            <Link className={classes.payoutAmount} href={entriesPath({ payout: payout.id })}>
              <MoneyText minor={payout.amount} currency={currency} />
            </Link>
            <StatusText tone={tones[payout.state]}>{words[payout.state]}</StatusText>
            <PayoutNote payout={payout} currency={currency} />
          </li>
        ))}
      </ul>
      {payouts.data && payouts.data.total > pageSize && (
        <ListPages
          label="payouts"
          page={page}
          pageSize={pageSize}
          total={payouts.data.total}
          onPage={(to) =>
            setParams((before) => {
              const after = new URLSearchParams(before);
              if (to > 1) after.set("payouts", String(to));
              else after.delete("payouts");
              return after;
            })
          }
        />
      )}
    </section>
  );
}

type Payout = NonNullable<Wallet["lastPayout"]>;

function PayoutNote(props: { payout: Payout; currency: Wallet["currency"] }) {
  const { payout, currency } = props;
  return (
    <div className={classes.payoutNote}>
      <p>
        {payout.state === "paid" && payout.paidOn && (
          <>
            <DayText value={payout.paidOn} />
            {payout.reference && `, reference ${payout.reference}`}
          </>
        )}
        {payout.state === "rejected" && (payout.reason ?? "Cleared by the office")}
        {payout.state === "requested" && "We’ll pay this next"}
      </p>
      {payout.credit !== 0 && (
        <p>
          <MoneyText minor={payout.commission} currency={currency} /> minus{" "}
          <MoneyText minor={payout.credit} currency={currency} /> turned into store credit
        </p>
      )}
    </div>
  );
}

const words = { requested: "Requested", paid: "Paid", rejected: "Rejected" } as const;
const tones = { requested: "waiting", paid: "good", rejected: "bad" } as const;
