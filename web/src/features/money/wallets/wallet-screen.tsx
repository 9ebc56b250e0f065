import { Button } from "@mantine/core";
import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { newId } from "../../../api/new-id.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Facts, FigureCard } from "../../../ui/facts.tsx";
import { Failure, Loading, showToast } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { LeaderBonus, LevelFigures, MonthBars } from "./earnings.tsx";
import moneyStagesClasses from "./money-stages.module.css";
import { PayoutHistory } from "./payout-history.tsx";
import { WalletEntries } from "./wallet-entries.tsx";
import { countWords, entriesPath } from "./wallet-view.ts";
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

/** The three figures that matter, and below them how they come about. */
function WalletFigures(props: { wallet: Wallet }) {
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
      <summary>How we worked this out</summary>
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
              name: "Total sales (fixed unit value, excl. VAT)",
              value: money(wallet.totalSales),
            },
            {
              name: "Commissionable sales (excl. VAT and delivery)",
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
        Paid on <DayText value={settled} />.{" "}
        <Link href={entriesPath({ payout: payout.id })}>View commission</Link>
      </>
    ) : (
      "Paid"
    ),
  };
}

type Stage = Readonly<{
  name: "In waiting period" | "Available" | "Requested";
  amount: number;
  note: React.ReactNode;
}>;

/** Where the unpaid commission stands on its way to the bank. All of it together is what is unpaid. */
function MoneyStages(props: { wallet: Wallet }) {
  const { wallet } = props;
  const stages = stagesOf(wallet);
  const shown = stages.filter(({ amount }) => amount > 0);
  const sum = shown.reduce((total, { amount }) => total + amount, 0);
  return (
    <div className={moneyStagesClasses.stages}>
      {sum > 0 && (
        <div className={moneyStagesClasses.bar} aria-hidden="true">
          {shown.map(({ name, amount }) => (
            <span key={name} data-stage={name} style={{ flexGrow: amount / sum }} />
          ))}
        </div>
      )}
      <dl className={moneyStagesClasses.list}>
        {stages.map(({ name, amount, note }) => (
          <div key={name} className={moneyStagesClasses.stage} data-stage={name}>
            <dt>{name}</dt>
            <dd>
              <strong>
                <MoneyText minor={amount} currency={wallet.currency} />
              </strong>
              <span className={moneyStagesClasses.note}>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A shop that holds nothing back has no maturing money to speak of. */
function stagesOf(wallet: Wallet): Stage[] {
  const { maturing, payable, requested, holdDays } = wallet;
  const stages: Stage[] = [
    { name: "Available", amount: payable, note: payableNote(wallet) },
    { name: "Requested", amount: requested, note: requestedNote(wallet) },
  ];
  return holdDays === 0 && maturing === 0
    ? stages
    : [{ name: "In waiting period", amount: maturing, note: maturingNote(wallet) }, ...stages];
}

function maturingNote({ maturingDays, holdDays, currency }: Wallet) {
  const [next] = maturingDays;
  if (!next) return `Available ${daysWords(holdDays)} after a sale is paid`;
  return (
    <>
      <MoneyText minor={next.amount} currency={currency} /> available from{" "}
      <DayText value={next.day} />
    </>
  );
}

function payableNote({ payable, payoutMinimum, openPayout, currency }: Wallet) {
  if (payable < 0)
    return "Reversals exceed your balance. New commission will make up the difference.";
  if (openPayout) return "For your next request";
  if (payoutMinimum === 0) return "Ready to request";
  return (
    <>
      Request from <MoneyText minor={payoutMinimum} currency={currency} />
    </>
  );
}

function requestedNote({ openPayout }: Wallet) {
  if (!openPayout) return "No open request";
  return (
    <>
      Requested on <DayText value={openPayout.requestedAt} />. We’ll pay this next.
    </>
  );
}

function daysWords(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

const ConvertDialog = lazy(async () => ({
  default: (await import("./convert-dialog.tsx")).ConvertDialog,
}));

/** What orders can be paid with, and the way to more of it. */
function StoreCredit(props: { wallet: Wallet }) {
  const { wallet } = props;
  const [isConverting, setIsConverting] = useState(false);
  return (
    <FigureCard
      label="Store credit"
      figure={<MoneyText minor={wallet.storeCredit} currency={wallet.currency} />}
      note="Use it to pay for orders"
    >
      {wallet.convertible > 0 && (
        <Button variant="default" onClick={() => setIsConverting(true)}>
          Turn commission into credit
        </Button>
      )}
      {isConverting && (
        <Suspense>
          <ConvertDialog wallet={wallet} onClose={() => setIsConverting(false)} />
        </Suspense>
      )}
    </FigureCard>
  );
}

/** Off with the reason beside it while nothing can be requested. */
function RequestPayout(props: { wallet: Wallet }) {
  const { wallet } = props;
  const [isAsking, setAsking] = useState(false);
  // Kept until it is answered: pressing again after a broken line is the same request.
  const commandId = useRef<string | null>(null);
  const reasonId = useId();
  const utils = api.useUtils();
  const request = api.wallet.requestPayout.useMutation({
    onSuccess: async () => {
      commandId.current = null;
      setAsking(false);
      showToast("Payout requested.");
      await utils.wallet.invalidate();
    },
  });
  const send = () => {
    commandId.current ??= newId();
    request.mutate({ commandId: commandId.current });
  };

  return (
    <div className={classes.request}>
      <Button
        disabled={!wallet.canRequest}
        aria-describedby={wallet.canRequest ? undefined : reasonId}
        onClick={() => setAsking(true)}
      >
        Request payout
      </Button>
      {!wallet.canRequest && (
        <p className={classes.reason} id={reasonId}>
          <Reason wallet={wallet} />
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Request payout?"
          confirmLabel={`Request ${formatMoney(wallet.requestable, wallet.currency)}`}
          isBusy={request.isPending}
          error={request.error}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          We’ll pay {formatMoney(wallet.requestable, wallet.currency)} into the bank account in your
          profile.{" "}
          {wallet.maturing > 0
            ? "Commission in its waiting period, and anything you earn from now on, goes to your next payout."
            : "Anything you earn from now on goes to your next payout."}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Reason(props: { wallet: Wallet }) {
  const { reason, payoutMinimum, currency } = props.wallet;
  if (reason === "wallet.no-bank-details")
    return (
      <>
        Your bank details are missing. <Link href="/distributor/my-profile">Add bank details</Link>
      </>
    );
  if (reason === "payout.already-requested") return "You already have an open payout request.";
  if (reason === "wallet.below-minimum")
    return `The minimum payout is ${formatMoney(payoutMinimum, currency)}.`;
  return reason ? domainErrors[reason].message : null;
}
