import {
  Card,
  CheckboxIndicator,
  Flex,
  Group,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import {
  inMode,
  type WalletMode,
  walletModes,
  walletModeWords,
} from "@portal/shared/money/wallet-terms.ts";
import type { LevelTotals } from "@portal/shared/network/network-tree.ts";
import { DayText } from "../../../ui/days.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { levelWords } from "../../people/users/role-words.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { countWords } from "../../../digit-groups.ts";
import { hasLeaderBonus, levelFigures, LevelDot, peopleWords } from "./node-figures.tsx";
import { modeMeaning, type NetworkView, toggleLevel } from "./network-view.ts";

type Levels = ApiOutputs["network"]["levels"];

/** Switches the period of all figures on the page. */
export function ModeSwitch({ view }: { view: NetworkView }) {
  return (
    <SegmentedControl
      aria-label="Figures"
      value={view.mode}
      data={walletModes.map((value) => ({ value, label: walletModeWords[value] }))}
      onChange={(mode) => view.change({ mode })}
    />
  );
}

/** Totals by level. Each level is a toggle that highlights it in the tree, without changing any figure. */
export function LevelTotalsBar(props: {
  of: number | null;
  /** Totals of all members, each with its own last payout. */
  isForest?: boolean;
  view: NetworkView;
}) {
  const { of, view } = props;
  const { mode } = view;
  const levels = api.network.levels.useQuery(of === null ? {} : { of });
  return (
    <Loaded what="the totals" query={levels} lines={1} height={154}>
      {(data) => (
        <Stack gap="xs">
          {/* On a phone the totals are one row to swipe, so that the list begins on the first screen. */}
          <Flex
            role="group"
            aria-label="Totals by level"
            gap="sm"
            mx={{ base: "-md", sm: -2 }}
            px={{ base: "md", sm: 2 }}
            py={2}
            className="sideways"
          >
            {data.levels.map((totals) => (
              <LevelSwitch
                key={totals.level}
                totals={totals}
                currency={data.currency}
                mode={mode}
                isChosen={view.levels.includes(totals.level)}
                onToggle={() => view.change(toggleLevel(view, totals.level))}
              />
            ))}
            <LeaderBonus levels={data} mode={mode} />
          </Flex>
          <Text size="sm" c="dimmed">
            {props.isForest ? (
              <ForestMeaning mode={mode} />
            ) : (
              <ModeMeaning mode={mode} lastPaidAt={data.lastPaidAt} />
            )}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}

function LevelSwitch(props: {
  totals: LevelTotals;
  currency: Levels["currency"];
  mode: WalletMode;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const { totals, currency, mode, isChosen } = props;
  const { units, sales, commission } = levelFigures(totals, mode);
  return (
    <UnstyledButton
      flex={{ base: "0 0 auto", md: "1 1 0" }}
      w={{ base: 196, md: "auto" }}
      aria-pressed={isChosen}
      onClick={props.onToggle}
    >
      <Card
        component="span"
        display="block"
        h="100%"
        padding="sm"
        {...(isChosen && {
          bg: "var(--mantine-color-aga-light)",
          bd: "1px solid var(--mantine-color-aga-light-color)",
        })}
      >
        <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
          <span>
            <LevelDot level={totals.level}>
              {totals.level === 4 ? "Stockists" : levelWords(totals.level)}
            </LevelDot>
          </span>
          <CheckboxIndicator component="span" size="xs" checked={isChosen} aria-hidden />
        </Group>{" "}
        <Text span display="block" fz="lg" fw={650} className="tabular">
          <MoneyText minor={commission} currency={currency} />{" "}
          <Text span display="block" size="xs" c="dimmed" fw={400}>
            commission
          </Text>
        </Text>{" "}
        <Text span display="block" size="xs" c="dimmed" className="tabular">
          {peopleWords(totals.members)}, {countWords(units)} units{" "}
          <span style={{ display: "block" }}>
            <MoneyText minor={sales} currency={currency} /> sales
          </span>
        </Text>
      </Card>
    </UnstyledButton>
  );
}

/** Explains the mode, with the day on which the last payout was requested: later sales are not in it. */
function ModeMeaning(props: { mode: WalletMode; lastPaidAt: string | null }) {
  const { mode, lastPaidAt } = props;
  if (mode === "total") return <>Figures are for all time.</>;
  if (lastPaidAt === null)
    return mode === "current" ? (
      <>No payouts yet, so these figures are for all time.</>
    ) : (
      <>No payouts yet, so there are no historical figures.</>
    );
  return (
    <>
      Figures are {modeMeaning[mode]}, requested on <DayText value={lastPaidAt} />.
    </>
  );
}

function ForestMeaning({ mode }: { mode: WalletMode }) {
  const time =
    mode === "total"
      ? "for all time"
      : `${mode === "current" ? "since" : "up to"} each member’s last payout`;
  return (
    <>
      Figures are {time}. Commission is what people of that level earned. A stockist’s sale earns
      for their distributor.
    </>
  );
}

/** A card beside the levels, shown if anyone ever earned a leader bonus. */
function LeaderBonus(props: { levels: Levels; mode: WalletMode }) {
  const { leaderBonus, leaderBonusSinceLastPayout, currency } = props.levels;
  if (!hasLeaderBonus(props.levels)) return null;
  return (
    <Card padding="sm" flex={{ base: "0 0 auto", md: "0 1 148px" }} w={148}>
      <Text size="sm">Leader bonus</Text>
      <Text fz="lg" fw={650} className="tabular">
        <MoneyText
          minor={inMode(props.mode, leaderBonus, leaderBonusSinceLastPayout)}
          currency={currency}
        />
      </Text>
      <Text size="xs" c="dimmed">
        On top of the levels
      </Text>
    </Card>
  );
}
