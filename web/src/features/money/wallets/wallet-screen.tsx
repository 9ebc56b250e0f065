import { api, type ApiOutputs } from "../../../api/api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { LeaderBonus } from "./leader-bonus.tsx";
import { LevelFigures } from "./level-figures.tsx";
import { MonthBars } from "./month-bars.tsx";
import { PayoutHistory } from "./payout-history.tsx";
import { RequestPayout } from "./request-payout.tsx";
import { WalletEntries } from "./wallet-entries.tsx";
import { WalletFigures } from "./wallet-figures.tsx";
import classes from "./wallet.module.css";

export type Wallet = ApiOutputs["wallet"]["mine"];

/** What have I earned, when do I get it, and why is it this much. */
export function WalletScreen() {
  const wallet = api.wallet.mine.useQuery();

  return (
    <div className={classes.page}>
      <PageHeading
        title="My wallet"
        area="Office"
        action={wallet.data && <RequestPayout wallet={wallet.data} />}
      />
      {wallet.data ? (
        <>
          <WalletFigures wallet={wallet.data} />
          <PayoutHistory wallet={wallet.data} />
          <LevelFigures wallet={wallet.data} />
          {wallet.data.leaderBonus !== 0 && <LeaderBonus currency={wallet.data.currency} />}
          <MonthBars currency={wallet.data.currency} />
        </>
      ) : wallet.error ? (
        <Failure what="your wallet" error={wallet.error} onRetry={() => void wallet.refetch()} />
      ) : (
        <Loading what="your wallet" lines={3} height={120} />
      )}
      <WalletEntries />
    </div>
  );
}
