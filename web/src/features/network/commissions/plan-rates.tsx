import {
  type CommissionPlan,
  planCeiling,
  sharesOf,
} from "@portal/shared/network/commission-plan.ts";
import { z } from "zod";
import type { ApiOutputs } from "../../../api/api.ts";
import classes from "./commission-plan.module.css";

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
              <th scope="col">Level 1 upline</th>
              <th scope="col">Level 2 upline</th>
              <th scope="col">Total</th>
              <th scope="col">Total with leader bonus</th>
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
        Leader bonus: a level 1’s sponsor earns {percentText(leader)} of that level 1’s commission.
        A stockist’s parent earns the stockist’s agreed percentage. Limit: 20% of the sales value,
        plus 2% for the leader bonus.
      </p>
    </>
  );
}

function rateText(bps: number | null): string {
  return bps === null ? "–" : percentText(bps);
}

/** "A level 3’s own sale: 10% → 5%", one a line. */
export function RateChanges(props: { changes: readonly RateChange[] }) {
  if (props.changes.length === 0) return <p className={classes.hint}>No changes to the rates.</p>;
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

export type Plans = ApiOutputs["commissionPlan"]["list"];
export type Simulation = ApiOutputs["commissionPlan"]["simulation"];

/** 1250 basis points are "12.5%". */
export function percentText(bps: number): string {
  return `${percentNumber(bps)}%`;
}

/** The same as somebody types it. */
export function percentNumber(bps: number): string {
  return String(bps / 100);
}

export const rateNames = [
  ["own1", "A level 1’s own sale"],
  ["own2", "A level 2’s own sale"],
  ["own3", "A level 3’s own sale"],
  ["up12", "Level 1 upline of a level 2"],
  ["up13", "Level 1 upline of a level 3"],
  ["up23", "Level 2 upline of a level 3"],
  ["leader", "Leader bonus"],
] as const;
type RateName = (typeof rateNames)[number][0];

/** Each rate of a plan under the name that forms and lists have for it. */
export function ratesOf({ own, upline, leader }: CommissionPlan): Record<RateName, number> {
  return {
    own1: own["1"],
    own2: own["2"],
    own3: own["3"],
    up12: upline["1"]["2"],
    up13: upline["1"]["3"],
    up23: upline["2"]["3"],
    leader,
  };
}

export function planOf(rates: Record<RateName, number>): CommissionPlan {
  return {
    own: { "1": rates.own1, "2": rates.own2, "3": rates.own3 },
    upline: { "1": { "2": rates.up12, "3": rates.up13 }, "2": { "3": rates.up23 } },
    leader: rates.leader,
  };
}

export type RateChange = Readonly<{ name: string; before: number; after: number }>;

/** The rates in which a plan differs from the one before it. */
export function changesBetween(before: CommissionPlan, after: CommissionPlan): RateChange[] {
  const [old, now] = [ratesOf(before), ratesOf(after)];
  return rateNames.flatMap(([rate, name]) =>
    old[rate] === now[rate] ? [] : [{ name, before: old[rate], after: now[rate] }],
  );
}

const percentSchema = z
  .string()
  .trim()
  .regex(/^\d{1,3}([.,]\d{1,2})?$/, "Please enter a number")
  .transform((text) => Math.round(Number(text.replace(",", ".")) * 100))
  .refine((bps) => bps <= 10_000, "Please enter at most 100.");

const daySchema = z.iso.date("Choose a date.");

/** What somebody types of a plan and of the days to try it on. */
export const tryPlanSchema = z
  .object({
    own1: percentSchema,
    own2: percentSchema,
    own3: percentSchema,
    up12: percentSchema,
    up13: percentSchema,
    up23: percentSchema,
    leader: percentSchema,
    from: daySchema,
    to: daySchema,
  })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    message: "Choose an end date on or after the start date.",
  });
