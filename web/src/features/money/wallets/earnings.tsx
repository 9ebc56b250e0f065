import { Anchor, Group, SegmentedControl, Stack, Table, Text, Title } from "@mantine/core";
import {
  inMode,
  type WalletMode,
  walletModes,
  walletModeWords,
} from "@portal/shared/money/wallet-terms.ts";
import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { DayText } from "../../../ui/days.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useWordParam } from "../../../ui/url-params.ts";
import { levelsWords } from "./entry-rules.ts";
import { countWords } from "../../../digit-groups.ts";
import { entriesPath, modeMeaning, type Wallet } from "./wallet-parts.tsx";

/** The sales of each level and the commission on them; every commission links to its entries. */
function LevelFigures(props: { wallet: Wallet }) {
  const { wallet } = props;
  const [mode, setMode] = useWordParam("figures", walletModes);

  return (
    <section aria-labelledby="levels">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="levels">
          By level
        </Title>
        <SegmentedControl
          aria-label="Figures"
          value={mode}
          data={walletModes.map((value) => ({ value, label: walletModeWords[value] }))}
          onChange={setMode}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        <Meaning mode={mode} lastPaidAt={wallet.lastPaidAt} />
      </Text>
      <Table.ScrollContainer
        type="native"
        minWidth={0}
        tabIndex={0}
        role="region"
        aria-label="Table of levels"
      >
        <Table verticalSpacing="sm" highlightOnHover={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Level</Table.Th>
              <Table.Th ta="end">Units</Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                Total sales
              </Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                Commissionable
              </Table.Th>
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
  const { priceTax } = useRegionWords();
  return (
    <>
      Your own and your team’s sales {modeMeaning[mode]}
      {lastPaidAt !== null && mode !== "total" && (
        <>
          , requested on <DayText value={lastPaidAt} />
        </>
      )}
      . “Total sales” counts each unit at a fixed value. “Commissionable” is the sales value
      excluding {priceTax} and delivery; your commission is calculated on it.
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
              <Table.Th scope="row">
                {name}
                <Text size="sm" c="dimmed" fw={400} hiddenFrom="sm">
                  Total sales {money(sales)}
                  <br />
                  Commissionable {money(value)}
                </Text>
              </Table.Th>
              <Table.Td ta="end">{countWords(inMode(mode, units, unitsSinceLastPayout))}</Table.Td>
              <Table.Td ta="end" visibleFrom="sm">
                {money(sales)}
              </Table.Td>
              <Table.Td ta="end" visibleFrom="sm">
                {money(value)}
              </Table.Td>
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

/** A row without sales figures. */
function CommissionRow(props: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{props.name}</Table.Th>
      <Table.Td />
      <Table.Td colSpan={2} visibleFrom="sm" />
      <Table.Td ta="end" fw={550}>
        {props.children}
      </Table.Td>
    </Table.Tr>
  );
}

/** The level 1s behind the leader bonus, in the mode of the levels above. */
function LeaderBonus(props: { currency: Currency }) {
  const bonus = api.wallet.levelOneCommission.useQuery();
  const [mode] = useWordParam("figures", walletModes);
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <section aria-labelledby="leader">
      <Title order={2} id="leader" mb="xs">
        Leader bonus
      </Title>
      <Loaded what="your leader bonus" query={bonus} lines={2}>
        {(sources) => (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              A bonus on the commission of the level 1s you sponsor, {modeMeaning[mode]}. It does
              not reduce theirs.
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
                {sources.map((source) => (
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
        )}
      </Loaded>
    </section>
  );
}

/** The tab "By level": figures of each level, and the leader bonus. */
export function LevelEarnings({ wallet }: { wallet: Wallet }) {
  return (
    <Stack gap="lg">
      <LevelFigures wallet={wallet} />
      {wallet.leaderBonus !== 0 && <LeaderBonus currency={wallet.currency} />}
    </Stack>
  );
}

/** The months of the bars as a table; every commission links to its entries. */
export function MonthTable(props: { months: ApiOutputs["wallet"]["months"]; currency: Currency }) {
  const { months, currency } = props;
  return (
    <Table verticalSpacing="sm" mt="sm" highlightOnHover={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Month</Table.Th>
          <Table.Th ta="end">Commission</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.toReversed().map(({ month, commission }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row">{monthInWords(month)}</Table.Th>
            <Table.Td ta="end">
              <Anchor
                inherit
                component={Link}
                href={entriesPath({ month })}
                aria-label={`${monthInWords(month)}: ${formatMoney(commission, currency)}, view commission`}
              >
                <MoneyText minor={commission} currency={currency} />
              </Anchor>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
