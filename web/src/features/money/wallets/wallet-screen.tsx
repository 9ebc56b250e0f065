import { toBank } from "@portal/shared/money/payout-terms.ts";
import { Anchor, Box, Flex, Group, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { Fragment, type ReactNode } from "react";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Facts, FigureCard } from "../../../ui/facts.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useWordParam } from "../../../ui/url-params.ts";
import { LevelEarnings } from "./earnings.tsx";
import { PayoutHistory } from "./payout-history.tsx";
import { MonthBars } from "./months.tsx";
import { RequestPayout } from "./request-payout.tsx";
import { WalletEntries } from "./wallet-entries.tsx";
import { countWords } from "../../../digit-groups.ts";
import { BalanceFacts, entriesPath, type Wallet } from "./wallet-parts.tsx";

/** What can be paid out now, where the rest is, and how both are calculated. */
export function WalletScreen() {
  const query = api.wallet.mine.useQuery();
  const wallet = query.data;
  // Links of figures lead to the history, so that is the tab which the address leaves out.
  const [tab, setTab] = useWordParam("tab", tabs);

  return (
    <Stack gap="lg">
      <PageHeader title="My wallet" />
      <Loaded what="your wallet" query={query} lines={1} height={232}>
        {(loaded) => <WalletFigures wallet={loaded} />}
      </Loaded>
      {/* Requested together with the figures, but hidden until their height is known. */}
      <Box display={wallet || query.error ? "block" : "none"}>
        <ListViews
          label="Parts of the wallet"
          chosen={tab}
          views={tabs.map((value) => ({ value, label: tabWords[value] }))}
          onChosen={setTab}
        />
        <Box pt="md">
          {tab === "history" && (
            <Stack gap="lg">
              <MonthBars currency={wallet?.currency} />
              <WalletEntries />
            </Stack>
          )}
          {wallet && tab === "payouts" && <PayoutHistory wallet={wallet} />}
          {wallet && tab === "levels" && <LevelEarnings wallet={wallet} />}
          {wallet && tab === "sums" && <HowItAddsUp wallet={wallet} />}
        </Box>
      </Box>
    </Stack>
  );
}

const tabs = ["history", "payouts", "levels", "sums"] as const;
const tabWords: Readonly<Record<(typeof tabs)[number], string>> = {
  history: "Commission history",
  payouts: "Payout requests",
  levels: "By level",
  sums: "How we worked this out",
};

/** The available amount with the stages of the unpaid commission, the store credit and the last payout. */
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
            figure={money(wallet.usableCredit)}
            note={<CreditUse wallet={wallet} />}
          />
          <FigureCard label="Last payout" {...lastPayout(wallet)} />
        </SimpleGrid>
      </Box>
    </Flex>
  );
}

/** What the store credit is for, and why a part of it cannot be used while the member owes reversed commission. */
function CreditUse({ wallet }: { wallet: Wallet }) {
  const { storeCredit, usableCredit, currency } = wallet;
  if (storeCredit === 0) return "None to use";
  if (usableCredit === storeCredit) return "Use it to pay for orders";
  return (
    <>
      You have <MoneyText minor={storeCredit} currency={currency} />.{" "}
      <MoneyText minor={storeCredit - usableCredit} currency={currency} /> of it covers reversed
      commission. You can use that again once new commission makes up the difference.
    </>
  );
}

function HowItAddsUp({ wallet }: { wallet: Wallet }) {
  const { priceTax } = useRegionWords();
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <BalanceFacts balance={wallet} currency={wallet.currency} />
      <Facts
        amounts
        facts={[
          { name: "Units of your own sales", value: countWords(wallet.units) },
          {
            name: `Total sales (fixed unit value, excl. ${priceTax})`,
            value: money(wallet.totalSales),
          },
          {
            name: `Commissionable sales (excl. ${priceTax} and delivery)`,
            value: money(wallet.commissionable),
          },
        ]}
      />
    </SimpleGrid>
  );
}

/** The sum behind the headline figure, without the parts that are zero. */
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

/** A rejected request is shown beside the amount that can be requested again, not among the payouts. */
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
  const figure = <MoneyText minor={toBank(payout)} currency={currency} />;
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

/** The stages of the unpaid commission on its way to the bank; they add up to the unpaid commission. */
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

/** Stages without an amount are left out, except the available one. */
function stagesOf(wallet: Wallet): Stage[] {
  const { waiting, payable, requested, credit, holdDays } = wallet;
  const stages: Stage[] = [{ name: "Available", amount: payable, note: payableNote(wallet) }];
  if (requested !== 0)
    stages.push({ name: "Requested", amount: requested, note: requestedNote(wallet) });
  if (holdDays !== 0 || waiting !== 0)
    stages.push({ name: "In waiting period", amount: waiting, note: maturingNote(wallet) });
  if (credit !== 0)
    stages.push({
      name: "Used as store credit",
      amount: credit,
      note: creditNote(wallet),
    });
  return stages;
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

function creditNote({ storeCredit, usableCredit, currency }: Wallet) {
  if (storeCredit === 0) return "All spent on orders";
  return (
    <>
      <MoneyText minor={usableCredit} currency={currency} /> left to pay orders with
    </>
  );
}

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
