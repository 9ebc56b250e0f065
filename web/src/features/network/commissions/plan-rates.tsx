import { percentWords } from "@portal/shared/network/commission-words.ts";
import {
  type CommissionPlan,
  planCeiling,
  sharesOf,
} from "@portal/shared/network/commission-plan.ts";
import { List, Table, Text } from "@mantine/core";
import { z } from "zod/mini";
import type { ApiOutputs } from "../../../api/api.ts";
import { type RateChange, type RateKey, rateKeys } from "./rates.ts";

/** Six columns fit a phone. */
const cellGap = { base: 4, sm: "sm" };

/** The rates by level of the seller, with totals; those above the limit are marked. */
export function PlanRates(props: { plan: CommissionPlan; label: string }) {
  const { own, upline, leader } = props.plan;
  const uplineOf = {
    1: { one: null, two: null },
    2: { one: upline["1"]["2"], two: null },
    3: { one: upline["1"]["3"], two: upline["2"]["3"] },
  };
  return (
    <>
      <Table.ScrollContainer
        type="native"
        minWidth={0}
        maw={760}
        tabIndex={0}
        role="region"
        aria-label="Table of rates"
      >
        <Table aria-label={props.label} highlightOnHover={false}>
          <Table.Thead>
            <Table.Tr h={38}>
              <Table.Th px={cellGap}>Seller</Table.Th>
              {["Own", "Level 1 upline", "Level 2 upline", "Total", "Total with leader bonus"].map(
                (header) => (
                  <Table.Th key={header} ta="right" px={cellGap}>
                    {header}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sharesOf(props.plan).map(({ sellerLevel, chain, leader: bonus }) => (
              <Table.Tr key={sellerLevel} h={44}>
                <Table.Th scope="row" miw={56} px={cellGap}>
                  Level {sellerLevel}
                </Table.Th>
                <Table.Td ta="right" px={cellGap}>
                  {percentWords(own[sellerLevel])}
                </Table.Td>
                <Table.Td ta="right" px={cellGap}>
                  {rateText(uplineOf[sellerLevel].one)}
                </Table.Td>
                <Table.Td ta="right" px={cellGap}>
                  {rateText(uplineOf[sellerLevel].two)}
                </Table.Td>
                <Table.Td ta="right" px={cellGap} {...(chain > planCeiling.chainBps && tooMuch)}>
                  {percentWords(chain)}
                </Table.Td>
                <Table.Td ta="right" px={cellGap} {...(bonus > planCeiling.leaderBps && tooMuch)}>
                  {percentWords(chain + bonus)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" maw="70ch">
        Leader bonus: a level 1’s sponsor earns {percentWords(leader)} of that level 1’s commission.
        A stockist’s parent earns the stockist’s agreed percentage. Limit: 20% of the sales value,
        plus 2% for the leader bonus, which a stockist’s sale may not pass either.
      </Text>
    </>
  );
}

const tooMuch = { c: "var(--bad)", fw: 650 } as const;

function rateText(bps: number | null): string {
  return bps === null ? "–" : percentWords(bps);
}

/** "A level 3’s own sale: 10% → 5%", one line per rate. */
export function RateChanges(props: { changes: readonly RateChange[] }) {
  if (props.changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No changes to the rates.
      </Text>
    );
  return (
    <List size="sm">
      {props.changes.map(({ name, before, after }) => (
        <List.Item key={name}>
          {name}: {percentWords(before)} → <strong>{percentWords(after)}</strong>
        </List.Item>
      ))}
    </List>
  );
}

export type Plans = ApiOutputs["commissionPlan"]["list"];
export type Simulation = ApiOutputs["commissionPlan"]["simulation"];

export function planOf(rates: Record<RateKey, number>): CommissionPlan {
  return {
    own: { "1": rates.own1, "2": rates.own2, "3": rates.own3 },
    upline: { "1": { "2": rates.up12, "3": rates.up13 }, "2": { "3": rates.up23 } },
    leader: rates.leader,
  };
}

const percentSchema = z
  .pipe(
    z.string().check(z.trim(), z.regex(/^\d{1,3}([.,]\d{1,2})?$/, "Please enter a number")),
    z.transform((text) => Math.round(Number(text.replace(",", ".")) * 100)),
  )
  .check(z.refine((bps) => bps <= 10_000, "Please enter at most 100."));

const daySchema = z.iso.date("Choose a date.");

/** Typed percentages as basis points. */
export const ratesSchema = z.record(z.enum(rateKeys), percentSchema);

/** The days whose sales a plan is tested on. */
export const periodSchema = z.object({ from: daySchema, to: daySchema }).check(
  z.refine(({ from, to }) => from <= to, {
    path: ["to"],
    message: "Choose an end date on or after the start date.",
  }),
);
