import { Anchor, Group, SimpleGrid, Stack, Title } from "@mantine/core";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PayoutHistory } from "./payout-history.tsx";
import { WalletEntries } from "./wallet-entries.tsx";

/** Somebody's wallet for the office: how it adds up, what was asked for, and entry by entry where it comes from. */
export function PersonWallet(props: { id: number; showsCredit: boolean }) {
  const { id } = props;
  const { data: wallet, error, refetch } = api.wallet.mine.useQuery({ memberId: id });
  if (!wallet)
    return error ? (
      <Failure what="the wallet" error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading what="the wallet" lines={6} />
    );
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  return (
    <Stack gap="lg">
      <Group justify="flex-end">
        <Anchor component={Link} size="sm" href={`/admin/statements?member=${id}`}>
          View statements
        </Anchor>
      </Group>
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
