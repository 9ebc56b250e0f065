import {
  type CommissionPlan,
  planCeiling,
  sharesOf,
} from "@portal/shared/network/commission-plan.ts";
import classes from "./commission-plan.module.css";
import { percentText, type RateChange } from "./plan-words.ts";

/** Who earns what on whose sale, and what that comes to beside the ceiling. */
export function PlanRates(props: { plan: CommissionPlan; label: string }) {
  const { own, upline, leader } = props.plan;
  const uplineOf = {
    1: { one: null, two: null },
    2: { one: upline["1"]["2"], two: null },
    3: { one: upline["1"]["3"], two: upline["2"]["3"] },
  };
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.rates} aria-label={props.label}>
          <thead>
            <tr>
              <th scope="col">Seller</th>
              <th scope="col">Own</th>
              <th scope="col">Level 1 above</th>
              <th scope="col">Level 2 above</th>
              <th scope="col">Together</th>
              <th scope="col">With leader</th>
            </tr>
          </thead>
          <tbody>
            {sharesOf(props.plan).map((share) => (
              <tr key={share.sellerLevel}>
                <th scope="row">Level {share.sellerLevel}</th>
                <td>{percentText(own[share.sellerLevel])}</td>
                <td>{rateText(uplineOf[share.sellerLevel].one)}</td>
                <td>{rateText(uplineOf[share.sellerLevel].two)}</td>
                <td data-above={share.chain > planCeiling.chainBps || undefined}>
                  {percentText(share.chain)}
                </td>
                <td data-above={share.leader > planCeiling.leaderBps || undefined}>
                  {percentText(share.chain + share.leader)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.hint}>
        Leader bonus: {percentText(leader)} of what a level 1 earned, to its level 1 sponsor. A
        stockist’s parent earns by the stockist’s own terms. The ceiling is 20&nbsp;% of the value,
        and 2 % more with the leader bonus.
      </p>
    </>
  );
}

function rateText(bps: number | null): string {
  return bps === null ? "–" : percentText(bps);
}

/** "A level 3’s own sale: 10 % → 5 %", one a line. */
export function RateChanges(props: { changes: readonly RateChange[] }) {
  if (props.changes.length === 0) return <p className={classes.hint}>No rate differs.</p>;
  return (
    <ul className={classes.changes}>
      {props.changes.map(({ name, before, after }) => (
        <li key={name}>
          {name}: {percentText(before)} → <strong>{percentText(after)}</strong>
        </li>
      ))}
    </ul>
  );
}
