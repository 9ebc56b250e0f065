import { type WalletMode, walletModes } from "@portal/shared/money/wallet-terms.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { levelsWords } from "./entry-rules.ts";
import classes from "./level-figures.module.css";
import monthBarsClasses from "./month-bars.module.css";
import type { Wallet } from "./wallet-screen.tsx";
import {
  countWords,
  entriesPath,
  inMode,
  modeIn,
  modeMeaning,
  modeWords,
  monthWords,
} from "./wallet-view.ts";
import walletClasses from "./wallet.module.css";

/** What each level sold, and what came of it; every commission leads to its entries. */
export function LevelFigures(props: { wallet: Wallet }) {
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
    <section className={walletClasses.part} aria-labelledby="levels">
      <div className={walletClasses.listTop}>
        <h2 id="levels" className={walletClasses.heading}>
          By level
        </h2>
        <ListViews
          label="Figures"
          chosen={mode}
          views={walletModes.map((value) => ({ value, label: modeWords[value], count: undefined }))}
          onChosen={choose}
        />
      </div>
      <Meaning mode={mode} lastPaidAt={wallet.lastPaidAt} />
      <table className={classes.levels}>
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Units</th>
            <th scope="col">Total sales</th>
            <th scope="col">Commissionable</th>
            <th scope="col">Your commission</th>
          </tr>
        </thead>
        <Levels wallet={wallet} mode={mode} />
      </table>
    </section>
  );
}

function Meaning({ mode, lastPaidAt }: { mode: WalletMode; lastPaidAt: string | null }) {
  return (
    <p className={classes.meaning}>
      Your own and your team’s sales {modeMeaning[mode]}
      {lastPaidAt !== null && mode !== "total" && (
        <>
          , <DayText value={lastPaidAt} />
        </>
      )}
      . “Total sales” counts each unit at a fixed value. “Commissionable” is the sales value
      excluding VAT and delivery; your commission is calculated on it.
    </p>
  );
}

function Levels({ wallet, mode }: { wallet: Wallet; mode: WalletMode }) {
  const money = (minor: number) => <MoneyText minor={minor} currency={wallet.currency} />;
  const link = (name: string, minor: number, filter: object) =>
    minor === 0 ? (
      money(0)
    ) : (
      <Link
        href={entriesPath({ mode, ...filter }, mode)}
        aria-label={`${name}: ${formatMoney(minor, wallet.currency)}, view commission`}
      >
        {money(minor)}
      </Link>
    );
  const commissionOf = (level: Wallet["levels"][number]) =>
    inMode(mode, level.commission, level.commissionSinceLastPayout);
  const bonus = inMode(mode, wallet.leaderBonus, wallet.leaderBonusSinceLastPayout);
  const total = wallet.levels.reduce((sum, level) => sum + commissionOf(level), bonus);
  return (
    <>
      <tbody>
        {wallet.levels.map((level) => {
          const { units, unitsSinceLastPayout, totalSales, commissionable } = level;
          const name = levelsWords(level.level);
          const sales = inMode(mode, totalSales, level.totalSalesSinceLastPayout);
          const value = inMode(mode, commissionable, level.commissionableSinceLastPayout);
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-label="Units">{countWords(inMode(mode, units, unitsSinceLastPayout))}</td>
              <td data-label="Total sales">{money(sales)}</td>
              <td data-label="Commissionable">{money(value)}</td>
              <td className={classes.commission}>
                {link(name, commissionOf(level), { level: String(level.level) })}
              </td>
            </tr>
          );
        })}
        {wallet.leaderBonus !== 0 && (
          <CommissionRow name="Leader bonus">
            {link("Leader bonus", bonus, { kind: "leader" })}
          </CommissionRow>
        )}
      </tbody>
      <tfoot>
        <CommissionRow name="Total">{link("Total", total, {})}</CommissionRow>
      </tfoot>
    </>
  );
}

/** A row that has no sales of its own. */
function CommissionRow(props: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{props.name}</th>
      <td className={classes.none} colSpan={3} />
      <td className={classes.commission}>{props.children}</td>
    </tr>
  );
}

/** Which level 1 brought how much of the leader bonus, in the mode that the levels are shown in. */
export function LeaderBonus(props: { currency: Currency }) {
  const bonus = api.wallet.levelOneCommission.useQuery();
  const [params] = useSearchParams();
  const mode = modeIn(params.get("figures")) ?? "current";
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <section className={walletClasses.part} aria-labelledby="leader">
      <h2 id="leader" className={walletClasses.heading}>
        Leader bonus
      </h2>
      {bonus.data ? (
        <>
          <p className={walletClasses.hint}>
            A bonus on the commission of the level 1s you sponsor, {modeMeaning[mode]}. It does not
            reduce theirs.
          </p>
          <ul className={walletClasses.rows}>
            {bonus.data.map((source) => (
              <li key={source.userId} className={walletClasses.row}>
                <span>
                  <strong>{source.name ?? `Member ${source.userId}`}</strong>
                  <span className={walletClasses.hint}>
                    earned {money(inMode(mode, source.earned, source.earnedSinceLastPayout))}
                  </span>
                </span>
                <strong>{money(inMode(mode, source.bonus, source.bonusSinceLastPayout))}</strong>
              </li>
            ))}
          </ul>
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

type Months = ApiOutputs["wallet"]["months"];

/** Twelve months side by side, and the same numbers in a table that leads to their entries. */
export function MonthBars(props: { currency: Currency }) {
  const months = api.wallet.months.useQuery();
  return (
    <section className={walletClasses.part} aria-labelledby="months">
      <h2 id="months" className={walletClasses.heading}>
        Commission by month
      </h2>
      {months.data ? (
        <>
          <Bars months={months.data} currency={props.currency} />
          <details className={walletClasses.details}>
            <summary>View as table</summary>
            <MonthTable months={months.data} currency={props.currency} />
          </details>
        </>
      ) : months.error ? (
        <Failure what="your months" error={months.error} onRetry={() => void months.refetch()} />
      ) : (
        <Loading what="your months" lines={1} height={180} />
      )}
    </section>
  );
}

const width = 720;
const height = 230;
const floor = 36;
const ceiling = 34;

/** One scale for all; what was taken back beyond what was earned hangs below the line. */
function Bars({ months, currency }: { months: Months; currency: Currency }) {
  const highest = Math.max(0, ...months.map(({ commission }) => commission));
  const lowest = Math.min(0, ...months.map(({ commission }) => commission));
  const span = highest - lowest || 1;
  const room = height - floor - ceiling;
  const zero = ceiling + (room * highest) / span;
  const step = width / Math.max(1, months.length);
  return (
    <svg
      className={monthBarsClasses.bars}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Commission of each month, at most ${formatMoney(highest, currency)}. The table below has the same numbers.`}
    >
      <line className={monthBarsClasses.line} x1="0" x2={width} y1={zero} y2={zero} />
      {months.map(({ month, commission }, at) => {
        const size = (room * Math.abs(commission)) / span;
        return (
          <g key={month}>
            <title>{`${monthWords(month)}: ${formatMoney(commission, currency)}`}</title>
            <rect
              className={monthBarsClasses.bar}
              data-negative={commission < 0 || undefined}
              x={at * step + step * 0.16}
              width={step * 0.68}
              y={commission < 0 ? zero : zero - size}
              height={Math.max(size, commission === 0 ? 0 : 1)}
              rx="2"
            />
            <text className={monthBarsClasses.month} x={(at + 0.5) * step} y={height - 6}>
              {monthWords(month).slice(0, 3)}
            </text>
            {commission === highest && highest > 0 && (
              <text
                className={monthBarsClasses.highest}
                x={(at + 0.5) * step}
                y={ceiling - 8}
                textAnchor={at === 0 ? "start" : at >= months.length - 2 ? "end" : "middle"}
                dx={at === 0 ? -step * 0.34 : at >= months.length - 2 ? step * 0.34 : 0}
              >
                {formatMoney(commission, currency)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function MonthTable({ months, currency }: { months: Months; currency: Currency }) {
  return (
    <table className={monthBarsClasses.table}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Commission</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, commission }) => (
          <tr key={month}>
            <th scope="row">{monthWords(month)}</th>
            <td>
              <Link
                href={entriesPath({ month })}
                aria-label={`${monthWords(month)}: ${formatMoney(commission, currency)}, view commission`}
              >
                <MoneyText minor={commission} currency={currency} />
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
