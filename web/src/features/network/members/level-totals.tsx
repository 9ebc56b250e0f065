import type { LevelTotals } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { DayText } from "../../../ui/days.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { api, type ApiOutputs } from "../../../api/api.ts";
import {
  countWords,
  inMode,
  levelFigures,
  LevelMark,
  levelsWords,
  peopleWords,
} from "./node-figures.tsx";
import classes from "./level-totals.module.css";
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
      <Loading what="the totals" lines={1} height={120} />
    );
  }
  const { data } = levels;
  return (
    <div className={classes.totals}>
      <div className={classes.levels} role="group" aria-label="Totals by level">
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
      </div>
      <p className={classes.meaning}>
        <span>
          {props.isForest ? (
            <ForestMeaning mode={mode} />
          ) : (
            <ModeMeaning mode={mode} lastPaidAt={data.lastPaidAt} />
          )}
        </span>
        <LeaderBonus levels={data} mode={mode} />
      </p>
    </div>
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
    <button
      type="button"
      className={classes.level}
      aria-pressed={isChosen}
      onClick={() => props.onChosen(!isChosen)}
    >
      <span className={classes.name}>
        <LevelMark level={totals.level} />
        {levelsWords(totals.level)}{" "}
        <span className={classes.members}>{peopleWords(totals.members)}</span>
      </span>{" "}
      <span className={classes.commission}>
        <MoneyText minor={commission} currency={currency} />
        <span className={classes.unit}> commission</span>
      </span>{" "}
      <span className={classes.sales}>
        <span>{countWords(units)} units,</span>{" "}
        <span>
          <MoneyText minor={sales} currency={currency} /> sales
        </span>
      </span>
    </button>
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
      Figures are {time}. Level totals show all commission on that level’s sales. Each person shows
      what they earned.
    </>
  );
}

function LeaderBonus(props: { levels: Levels; mode: Mode }) {
  const { leaderBonus, leaderBonusSinceLastPayout, currency } = props.levels;
  if (leaderBonus === 0 && leaderBonusSinceLastPayout === 0) return null;
  const bonus = inMode(props.mode, leaderBonus, leaderBonusSinceLastPayout);
  return (
    <span className={classes.bonus}>
      Leader bonus (not in level totals):{" "}
      <strong>
        <MoneyText minor={bonus} currency={currency} />
      </strong>
    </span>
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
