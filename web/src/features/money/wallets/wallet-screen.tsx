import { Anchor, Box, Flex, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { Fragment, lazy, type ReactNode, Suspense } from "react";
import { Link, useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Facts, FigureCard } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { MonthBars } from "./months.tsx";
import { RequestPayout } from "./request-payout.tsx";
import { countWords, entriesPath } from "./wallet-view.ts";

export type Wallet = ApiOutputs["wallet"]["mine"];

/** The list is below the figures and comes after them; what other tabs and a press open comes then. */
const WalletEntries = lazy(async () => ({
  default: (await import("./wallet-entries.tsx")).WalletEntries,
}));
const LevelEarnings = lazy(async () => ({
  default: (await import("./earnings.tsx")).LevelEarnings,
}));
const PayoutHistory = lazy(async () => ({
  default: (await import("./payout-history.tsx")).PayoutHistory,
}));
/** What can I be paid now, what is the rest, and why is it this much. */
export function WalletScreen() {
  const { data: wallet, error, refetch } = api.wallet.mine.useQuery();
  const [tab, choose] = useTab();

  return (
    <Stack gap="lg">
      <PageHeader title="My wallet" />
      {wallet ? (
        <WalletFigures wallet={wallet} />
      ) : error ? (
        <Failure what="your wallet" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading what="your wallet" lines={1} height={232} />
      )}
      {/* All is asked for at once, and the parts are shown below the figures, whose height nobody knows before. */}
      <Box display={wallet || error ? "block" : "none"}>
        <ListViews
          label="Parts of the wallet"
          chosen={tab}
          views={tabs.map((value) => ({ value, label: tabWords[value] }))}
          onChosen={choose}
        />
        <Box pt="md">
          {tab === "history" && (
            <Stack gap="lg">
              <MonthBars currency={wallet?.currency} />
              <Suspense fallback={<Loading what="commission" lines={8} />}>
                <WalletEntries />
              </Suspense>
            </Stack>
          )}
          {wallet && (tab === "payouts" || tab === "levels") && (
            <Suspense fallback={<Loading what={tabWords[tab].toLowerCase()} />}>
              {tab === "payouts" ? (
                <PayoutHistory wallet={wallet} />
              ) : (
                <LevelEarnings wallet={wallet} />
              )}
            </Suspense>
          )}
          {wallet && tab === "sums" && <HowItAddsUp wallet={wallet} />}
        </Box>
      </Box>
    </Stack>
  );
}

const tabs = ["history", "payouts", "levels", "sums"] as const;
type Tab = (typeof tabs)[number];
const tabWords: Readonly<Record<Tab, string>> = {
  history: "Commission history",
  payouts: "Payout requests",
  levels: "By level",
  sums: "How we worked this out",
};

/** In the address; figures lead to the history, which is where no other tab is named. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((known) => known === params.get("tab")) ?? "history";
  const choose = (chosen: Tab) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (chosen === "history") after.delete("tab");
        else after.set("tab", chosen);
        return after;
      },
      { replace: true },
    );
  return [tab, choose];
}

/** What can be asked for now, where the rest of the unpaid commission is, and what is beside it. */
function WalletFigures({ wallet }: { wallet: Wallet }) {
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  return (
    <Flex direction={{ base: "column", lg: "row" }} gap="md">
      <Box flex="2">
        <FigureCard
          isMain
          label="You can be paid"
          figure={money(wallet.payable)}
          note={
            <>
              <MadeOf wallet={wallet} />{" "}
              <Anchor inherit component={Link} href={entriesPath({ mode: "current" })}>
                {money(wallet.sinceLastPayout)} earned since your last payout
              </Anchor>
            </>
          }
        >
          <MoneyStages wallet={wallet} />
          {wallet.rejectedRequest && <Rejected request={wallet.rejectedRequest} wallet={wallet} />}
          <RequestPayout wallet={wallet} />
        </FigureCard>
      </Box>
      <Box flex="1">
        <SimpleGrid cols={{ base: 2, lg: 1 }} spacing="md">
          <FigureCard
            label="Store credit"
            figure={money(wallet.storeCredit)}
            note="Use it to pay for orders"
          />
          <FigureCard label="Last payout" {...lastPayout(wallet)} />
        </SimpleGrid>
      </Box>
    </Flex>
  );
}

function HowItAddsUp({ wallet }: { wallet: Wallet }) {
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
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
    </SimpleGrid>
  );
}

/** How the headline comes about, so that anybody can add it up: what is nothing is left out. */
function MadeOf({ wallet }: { wallet: Wallet }) {
  const { unpaid, credit, waiting, requested, payable } = wallet;
  const less = [
    { amount: credit, words: "used as store credit" },
    { amount: waiting, words: "in waiting period" },
    { amount: requested, words: "requested" },
  ].filter(({ amount }) => amount !== 0);
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  const isShort = unpaid - credit - waiting - requested < payable;
  return (
    <>
      {money(unpaid)} unpaid commission
      {less.map(({ amount, words }) => (
        <Fragment key={words}>
          {" "}
          {amount < 0 ? "+" : "−"} {money(Math.abs(amount))} {words}
        </Fragment>
      ))}
      .{isShort && " Reversals exceed your balance. New commission will make up the difference."}
    </>
  );
}

/** No payout came of it, so it is said beside what can be requested again, and not among payouts. */
function Rejected(props: { request: NonNullable<Wallet["rejectedRequest"]>; wallet: Wallet }) {
  const { amount, settledAt, reason } = props.request;
  return (
    <Box mt="md">
      <Notice tone="info">
        Your request for {formatMoney(amount, props.wallet.currency)} was{" "}
        {reason === null ? "cleared by the office" : "rejected"}
        {settledAt && (
          <>
            {" "}
            on <DayText value={settledAt} />
          </>
        )}
        {reason !== null && `: ${reason}`}
      </Notice>
    </Box>
  );
}

function lastPayout({ lastPayout: payout, currency }: Wallet) {
  if (!payout) return { figure: "–", note: "None yet" };
  const figure = <MoneyText minor={payout.amount} currency={currency} />;
  const settled = payout.paidOn ?? payout.settledAt;
  return {
    figure,
    note: settled ? (
      <>
        Paid on <DayText value={settled} />.{" "}
        <Anchor inherit component={Link} href={entriesPath({ payout: payout.id })}>
          View commission
        </Anchor>
      </>
    ) : (
      "Paid"
    ),
  };
}

type Stage = Readonly<{
  name: "In waiting period" | "Available" | "Requested" | "Used as store credit";
  amount: number;
  note: ReactNode;
}>;

const stageColors: Readonly<Record<Stage["name"], string>> = {
  Available: "var(--line)",
  Requested: "aga.5",
  "In waiting period": "amber.4",
  "Used as store credit": "gray.5",
};

/** Where the unpaid commission is on its way to the bank. All of it together is what is unpaid. */
function MoneyStages({ wallet }: { wallet: Wallet }) {
  const stages = stagesOf(wallet);
  const sum = stages.reduce((total, { amount }) => total + Math.max(0, amount), 0);
  return (
    <>
      <Progress.Root size={10} mb="sm">
        {stages.map(({ name, amount }) => (
          <Progress.Section
            key={name}
            value={sum === 0 ? 0 : (Math.max(0, amount) / sum) * 100}
            color={stageColors[name]}
            aria-label={name}
          />
        ))}
      </Progress.Root>
      <SimpleGrid cols={{ base: 1, sm: stages.length }} spacing="md" verticalSpacing={6}>
        {stages.map(({ name, amount, note }) => (
          <div key={name}>
            <Group gap={8} wrap="nowrap">
              <Box w={8} h={8} bdrs="50%" bg={stageColors[name]} />
              <Text size="sm">{name}</Text>
              <Text size="sm" fw={600}>
                <MoneyText minor={amount} currency={wallet.currency} />
              </Text>
            </Group>
            <Text size="xs" c="dimmed" pl={16}>
              {note}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </>
  );
}

/** What is not there is left out, but for what can be asked for. */
function stagesOf(wallet: Wallet): Stage[] {
  const { waiting, payable, requested, credit, holdDays } = wallet;
  return [
    { name: "Available", amount: payable, note: payableNote(wallet) },
    ...(requested === 0
      ? []
      : [{ name: "Requested" as const, amount: requested, note: requestedNote(wallet) }]),
    ...(holdDays === 0 && waiting === 0
      ? []
      : [{ name: "In waiting period" as const, amount: waiting, note: maturingNote(wallet) }]),
    ...(credit === 0
      ? []
      : [{ name: "Used as store credit" as const, amount: credit, note: creditNote }]),
  ];
}

function maturingNote({ maturingDays, holdDays, currency }: Wallet) {
  const [next] = maturingDays;
  if (!next)
    return `Available ${holdDays === 1 ? "1 day" : `${holdDays} days`} after a sale is paid`;
  return (
    <>
      <MoneyText minor={next.amount} currency={currency} /> available from{" "}
      <DayText value={next.day} />
    </>
  );
}

const creditNote = "Already yours to pay orders with";

function payableNote({ payoutMinimum, openPayout, currency }: Wallet) {
  if (openPayout) return "For your next request";
  if (payoutMinimum === 0) return "Ready to request";
  return (
    <>
      Request from <MoneyText minor={payoutMinimum} currency={currency} />
    </>
  );
}

function requestedNote({ openPayout }: Wallet) {
  return (
    openPayout && (
      <>
        Requested on <DayText value={openPayout.requestedAt} />. We’ll pay this next.
      </>
    )
  );
}
