import type { Currency } from "@portal/shared/platform/money.ts";
import { useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { inMode, modeIn, modeMeaning } from "./wallet-view.ts";
import classes from "./wallet.module.css";

/** Which level 1 brought how much of the leader bonus, in the mode that the levels are shown in. */
export function LeaderBonus(props: { currency: Currency }) {
  const bonus = api.wallet.levelOneCommission.useQuery();
  const [params] = useSearchParams();
  const mode = modeIn(params.get("figures")) ?? "current";
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  return (
    <section className={classes.part} aria-labelledby="leader">
      <h2 id="leader" className={classes.heading}>
        Leader bonus
      </h2>
      {bonus.data ? (
        <>
          <p className={classes.hint}>
            For the commission of the level 1s that you sponsor, {modeMeaning[mode]}. It is paid on
            top of theirs.
          </p>
          <ul className={classes.rows}>
            {bonus.data.map((source) => (
              <li key={source.userId} className={classes.row}>
                <span>
                  <strong>{source.name ?? `Member ${source.userId}`}</strong>
                  <span className={classes.hint}>
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
