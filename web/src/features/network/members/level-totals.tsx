import {
  Card,
  CheckboxIndicator,
  Flex,
  Group,
  ScrollArea,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import type { LevelTotals } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { DayText } from "../../../ui/days.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { api, type ApiOutputs } from "../../../api/api.ts";
import {
  countWords,
  hasLeaderBonus,
  inMode,
  levelFigures,
  LevelDot,
  levelsWords,
  peopleWords,
} from "./node-figures.tsx";
import { modeWords } from "./mode-switch.tsx";
import { type Mode, memberLevels } from "./network-view.ts";

type Levels = ApiOutputs["network"]["levels"];

/**
 * What each level sold and brought. Each is a switch: the chosen levels stand out in the tree.
 * Nobody's figures change by it.
 */
export function LevelTotalsBar(props: {
  of: number | null;
  /** Of all members at once, each of whom is paid at its own time. */
  isForest?: boolean;
  mode: Mode;
  chosen: readonly MemberLevel[];
  onChosen: (levels: readonly MemberLevel[]) => void;
}) {
  const { of, mode, chosen } = props;
  const levels = api.network.levels.useQuery(of === null ? {} : { of });
  if (!levels.data) {
    return levels.error ? (
      <Failure what="the totals" error={levels.error} onRetry={() => void levels.refetch()} />
    ) : (
      <Loading what="the totals" lines={1} height={154} />
    );
  }
  const { data } = levels;
  return (
    <Stack gap="xs">
      {/* A phone has them in one row that is swiped, so that the people begin on the first screen. */}
      <ScrollArea type="never" mx={{ base: "-md", sm: -2 }}>
        <Flex role="group" aria-label="Totals by level" gap="sm" px={{ base: "md", sm: 2 }} py={2}>
          {memberLevels.map((level) => (
            <LevelSwitch
              key={level}
              totals={totalsOf(data, level)}
              currency={data.currency}
              mode={mode}
              isChosen={chosen.includes(level)}
              onChosen={(isChosen) =>
                props.onChosen(
                  memberLevels.filter((known) =>
                    known === level ? isChosen : chosen.includes(known),
                  ),
                )
              }
            />
          ))}
          <LeaderBonus levels={data} mode={mode} />
        </Flex>
      </ScrollArea>
      <Text size="sm" c="dimmed">
        {props.isForest ? (
          <ForestMeaning mode={mode} />
        ) : (
          <ModeMeaning mode={mode} lastPaidAt={data.lastPaidAt} />
        )}
      </Text>
    </Stack>
  );
}

function LevelSwitch(props: {
  totals: LevelTotals;
  currency: Levels["currency"];
  mode: Mode;
  isChosen: boolean;
  onChosen: (isChosen: boolean) => void;
}) {
  const { totals, currency, mode, isChosen } = props;
  const { units, sales, commission } = levelFigures(totals, mode);
  return (
    <UnstyledButton
      flex={{ base: "0 0 auto", md: "1 1 0" }}
      w={{ base: 196, md: "auto" }}
      aria-pressed={isChosen}
      onClick={() => props.onChosen(!isChosen)}
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
            <LevelDot level={totals.level}>{levelsWords(totals.level)}</LevelDot>
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

/** What the chosen mode means, in words and with its day. */
function ModeMeaning(props: { mode: Mode; lastPaidAt: string | null }) {
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
      Figures are {modeWords[mode].meaning}, <DayText value={lastPaidAt} />.
    </>
  );
}

function ForestMeaning({ mode }: { mode: Mode }) {
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

/** No level of the tree but a column of its own beside them; there where anyone ever earned it. */
function LeaderBonus(props: { levels: Levels; mode: Mode }) {
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

function totalsOf({ levels }: Levels, level: MemberLevel): LevelTotals {
  return (
    levels.find((known) => known.level === level) ?? {
      level,
      members: 0,
      units: 0,
      unitsSinceLastPayout: 0,
      totalSales: 0,
      totalSalesSinceLastPayout: 0,
      commission: 0,
      commissionSinceLastPayout: 0,
    }
  );
}
