import { Anchor, Group, Paper, SimpleGrid, Stack, Title } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { formatDay, today } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PayoutHistory } from "./payout-history.tsx";
import { WalletEntries } from "./wallet-entries.tsx";

/** Somebody's wallet for the office: how it adds up, what was asked for, and entry by entry where it comes from. */
export function PersonWallet(props: { id: number; showsCredit: boolean }) {
  const { id } = props;
  const [day, setDay] = useState("");
  const { data: wallet, error, refetch } = api.wallet.mine.useQuery({ memberId: id });
  if (!wallet)
    return error ? (
      <Failure what="the wallet" error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading what="the wallet" lines={6} />
    );
  const { currency } = wallet;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Anchor component={Link} size="sm" href={`/admin/statements?member=${id}`}>
          View statements
        </Anchor>
        <DayField
          aria-label="As of"
          placeholder="As of a day"
          w={180}
          max={today()}
          value={day}
          onChange={setDay}
        />
      </Group>
      {day !== "" && <BalanceOn memberId={id} day={day} currency={currency} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <BalanceFacts balance={wallet} currency={currency} />
        <Facts
          amounts
          facts={[
            { name: "Available", value: money(wallet.payable) },
            { name: "Requested", value: money(wallet.requested) },
            { name: "In waiting period", value: money(wallet.waiting) },
            ...(props.showsCredit
              ? [{ name: "Store credit", value: money(wallet.storeCredit) }]
              : []),
            { name: "Earned since last payout", value: money(wallet.sinceLastPayout) },
          ]}
        />
      </SimpleGrid>
      <Stack component="section" gap="xs" aria-labelledby="payouts">
        <Title order={2} id="payouts">
          Payout requests
        </Title>
        <PayoutHistory wallet={wallet} memberId={id} />
      </Stack>
      <WalletEntries memberId={id} />
    </Stack>
  );
}

type Balance = ApiOutputs["statements"]["balanceOn"];

/** What stood there at the end of an earlier day. */
function BalanceOn(props: { memberId: number; day: string; currency: Currency }) {
  const { memberId, day, currency } = props;
  const { data, error, refetch } = api.statements.balanceOn.useQuery({ memberId, day });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="balance-on">
      <Stack gap="xs" maw={520}>
        <Title order={2} id="balance-on">
          At the end of {formatDay(day)}
        </Title>
        {data ? (
          <BalanceFacts balance={data} currency={currency} />
        ) : error ? (
          <Failure what="the wallet" error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading what="the wallet" lines={5} />
        )}
      </Stack>
    </Paper>
  );
}

function BalanceFacts(props: { balance: Balance; currency: Currency }) {
  const { balance, currency } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Facts
      amounts
      facts={[
        { name: "Commission earned so far", value: money(balance.accrued) },
        { name: "Paid out so far", value: money(0 - balance.paid) },
        { name: "Unpaid commission", value: money(balance.unpaid), isSum: true },
        { name: "Turned into store credit", value: money(0 - balance.credit) },
        { name: "Balance", value: money(balance.balance), isSum: true },
      ]}
    />
  );
}
