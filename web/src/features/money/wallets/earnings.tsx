import { Anchor, Group, SegmentedControl, Stack, Table, Text, Title } from "@mantine/core";
import { type WalletMode, walletModes } from "@portal/shared/money/wallet-terms.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { levelsWords } from "./entry-rules.ts";
import type { Wallet } from "./wallet-screen.tsx";
import { countWords, entriesPath, inMode, modeIn, modeMeaning, modeWords } from "./wallet-view.ts";

/** What each level sold, and what came of it; every commission leads to its entries. */
function LevelFigures(props: { wallet: Wallet }) {
  const { wallet } = props;
  const [params, setParams] = useSearchParams();
  const mode = modeIn(params.get("figures")) ?? "current";
  const choose = (chosen: WalletMode) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (chosen === "current") after.delete("figures");
        else after.set("figures", chosen);
        return after;
      },
      { replace: true },
    );

  return (
    <section aria-labelledby="levels">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="levels">
          By level
        </Title>
        <SegmentedControl
          aria-label="Figures"
          value={mode}
          data={walletModes.map((value) => ({ value, label: modeWords[value] }))}
          onChange={choose}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        <Meaning mode={mode} lastPaidAt={wallet.lastPaidAt} />
      </Text>
      <Table.ScrollContainer
        type="native"
        minWidth={560}
        tabIndex={0}
        role="region"
        aria-label="Table of levels"
      >
        <Table verticalSpacing="sm" highlightOnHover={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Level</Table.Th>
              <Table.Th ta="end">Units</Table.Th>
              <Table.Th ta="end">Total sales</Table.Th>
              <Table.Th ta="end">Commissionable</Table.Th>
              <Table.Th ta="end">Your commission</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Levels wallet={wallet} mode={mode} />
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

function Meaning({ mode, lastPaidAt }: { mode: WalletMode; lastPaidAt: string | null }) {
  return (
    <>
      Your own and your team’s sales {modeMeaning[mode]}
      {lastPaidAt !== null && mode !== "total" && (
        <>
          , <DayText value={lastPaidAt} />
        </>
      )}
      . “Total sales” counts each unit at a fixed value. “Commissionable” is the sales value
      excluding VAT and delivery; your commission is calculated on it.
    </>
  );
}

function Levels({ wallet, mode }: { wallet: Wallet; mode: WalletMode }) {
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  const link = (name: string, minor: number, filter: object) =>
    minor === 0 ? (
      money(0)
    ) : (
      <Anchor
        inherit
        component={Link}
        href={entriesPath({ mode, ...filter }, mode)}
        aria-label={`${name}: ${formatMoney(minor, wallet.currency)}, view commission`}
      >
        {money(minor)}
      </Anchor>
    );
  const commissionOf = (level: Wallet["levels"][number]) =>
    inMode(mode, level.commission, level.commissionSinceLastPayout);
  const bonus = inMode(mode, wallet.leaderBonus, wallet.leaderBonusSinceLastPayout);
  const total = wallet.levels.reduce((sum, level) => sum + commissionOf(level), bonus);
  return (
    <>
      <Table.Tbody>
        {wallet.levels.map((level) => {
          const { units, unitsSinceLastPayout, totalSales, commissionable } = level;
          const name = levelsWords(level.level);
          const sales = inMode(mode, totalSales, level.totalSalesSinceLastPayout);
          const value = inMode(mode, commissionable, level.commissionableSinceLastPayout);
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td ta="end">{countWords(inMode(mode, units, unitsSinceLastPayout))}</Table.Td>
              <Table.Td ta="end">{money(sales)}</Table.Td>
              <Table.Td ta="end">{money(value)}</Table.Td>
              <Table.Td ta="end">
                {link(name, commissionOf(level), { level: String(level.level) })}
              </Table.Td>
            </Table.Tr>
          );
        })}
        {wallet.leaderBonus !== 0 && (
          <CommissionRow name="Leader bonus">
            {link("Leader bonus", bonus, { kind: "leader" })}
          </CommissionRow>
        )}
      </Table.Tbody>
      <Table.Tfoot>
        <CommissionRow name="Total">{link("Total", total, {})}</CommissionRow>
      </Table.Tfoot>
    </>
  );
}

/** A row that has no sales of its own. */
function CommissionRow(props: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{props.name}</Table.Th>
      <Table.Td colSpan={3} />
      <Table.Td ta="end" fw={550}>
        {props.children}
      </Table.Td>
    </Table.Tr>
  );
}

/** Which level 1 brought how much of the leader bonus, in the mode that the levels are shown in. */
function LeaderBonus(props: { currency: Currency }) {
  const bonus = api.wallet.levelOneCommission.useQuery();
  const [params] = useSearchParams();
  const mode = modeIn(params.get("figures")) ?? "current";
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <section aria-labelledby="leader">
      <Title order={2} id="leader" mb="xs">
        Leader bonus
      </Title>
      {bonus.data ? (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            A bonus on the commission of the level 1s you sponsor, {modeMeaning[mode]}. It does not
            reduce theirs.
          </Text>
          <Table verticalSpacing="sm" highlightOnHover={false}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Level 1</Table.Th>
                <Table.Th ta="end">Earned</Table.Th>
                <Table.Th ta="end">Your bonus</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {bonus.data.map((source) => (
                <Table.Tr key={source.userId}>
                  <Table.Th scope="row">{source.name ?? `Member ${source.userId}`}</Table.Th>
                  <Table.Td ta="end">
                    {money(inMode(mode, source.earned, source.earnedSinceLastPayout))}
                  </Table.Td>
                  <Table.Td ta="end" fw={550}>
                    {money(inMode(mode, source.bonus, source.bonusSinceLastPayout))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      ) : bonus.error ? (
        <Failure
          what="your leader bonus"
          error={bonus.error}
          onRetry={() => void bonus.refetch()}
        />
      ) : (
        <Loading what="your leader bonus" lines={2} />
      )}
    </section>
  );
}

/** What each level sold and the bonus on level 1s: the tab "By level". */
export function LevelEarnings({ wallet }: { wallet: Wallet }) {
  return (
    <Stack gap="lg">
      <LevelFigures wallet={wallet} />
      {wallet.leaderBonus !== 0 && <LeaderBonus currency={wallet.currency} />}
    </Stack>
  );
}
