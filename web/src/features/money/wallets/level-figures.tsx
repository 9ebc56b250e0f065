import { formatMoney } from "@portal/shared/platform/money.ts";
import { type WalletMode, walletModes } from "@portal/shared/money/wallet-terms.ts";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { DayText } from "../../../ui/day-text.tsx";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { levelsWords } from "./entry-rules.ts";
import classes from "./level-figures.module.css";
import type { Wallet } from "./wallet-screen.tsx";
import { countWords, entriesPath, inMode, modeIn, modeMeaning, modeWords } from "./wallet-view.ts";
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
        <FilterTabs
          label="Figures"
          chosen={mode}
          tabs={walletModes.map((value) => ({ value, label: modeWords[value], count: undefined }))}
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
            <th scope="col">Real value</th>
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
      Sales of you and everybody below you {modeMeaning[mode]}
      {lastPaidAt !== null && mode !== "total" && (
        <>
          , <DayText value={lastPaidAt} />
        </>
      )}
      . Total sales count each unit at its fixed value; the real value, without VAT and delivery, is
      what commission is reckoned on.
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
        aria-label={`${name}: ${formatMoney(minor, wallet.currency)}, see the entries`}
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
              <td data-label="Real value">{money(value)}</td>
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
        <CommissionRow name="All together">{link("All together", total, {})}</CommissionRow>
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
