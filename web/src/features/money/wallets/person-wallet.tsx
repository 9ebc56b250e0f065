import { Anchor, Group, Paper, SimpleGrid, Stack, Title } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { formatDay, today } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PersonTax } from "../../people/tax-details/person-tax.tsx";
import { PayoutHistory } from "./payout-history.tsx";
import { WalletEntries } from "./wallet-entries.tsx";
import { BalanceFacts, type Wallet } from "./wallet-parts.tsx";

/** A member's wallet for the office: the balance, the payout requests and every entry. */
export function PersonWallet(props: { id: number; showsCredit: boolean }) {
  const query = api.wallet.mine.useQuery({ memberId: props.id });
  return (
    <Loaded what="the wallet" query={query} lines={6}>
      {(wallet) => <WalletOf {...props} wallet={wallet} />}
    </Loaded>
  );
}

function WalletOf(props: { id: number; showsCredit: boolean; wallet: Wallet }) {
  const { id, wallet } = props;
  const { currency } = wallet;
  const [day, setDay] = useState("");
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Anchor component={Link} size="sm" href={`/admin/statements?member=${id}`}>
          View statements
        </Anchor>
        <DayField
          aria-label="As of"
          isFilter
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
            props.showsCredit && { name: "Store credit", value: money(wallet.storeCredit) },
            props.showsCredit &&
              wallet.usableCredit < wallet.storeCredit && {
                name: "Store credit less reversed commission",
                value: money(wallet.usableCredit),
              },
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
      <PersonTax id={id} />
      <WalletEntries memberId={id} />
    </Stack>
  );
}

/** The balance at the end of an earlier day. */
function BalanceOn(props: { memberId: number; day: string; currency: Currency }) {
  const { memberId, day, currency } = props;
  const query = api.statements.balanceOn.useQuery({ memberId, day });
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="balance-on">
      <Stack gap="xs" maw={520}>
        <Title order={2} id="balance-on">
          At the end of {formatDay(day)}
        </Title>
        <Loaded what="the wallet" query={query} lines={5}>
          {(balance) => <BalanceFacts balance={balance} currency={currency} />}
        </Loaded>
      </Stack>
    </Paper>
  );
}
