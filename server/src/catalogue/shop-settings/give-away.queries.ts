import { stockistShare } from "@portal/shared/network/commission-plan.ts";
import { deepestShare, GIVE_MAX } from "@portal/shared/platform/acts.ts";
import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import {
  findParcelPrices,
  findRaisedMargin,
  loadHighestPrices,
} from "../products/product.store.ts";
import { findFormerDeliveryFees, loadAllSettings, lockSettings } from "./settings.store.ts";

type Context = Pick<Caller, "now" | "shop">;

const giveAwayKinds = ["price", "sale", "margin", "stockists", "delivery-fee"] as const;
export type GiveAway = ChangeOf<(typeof giveAwayKinds)[number]>;

const bpsRow = z.strictObject({ bps: z.int() });

/**
 * The largest discount in force, in basis points. A sale and a margin do not add up; the larger applies. What is proposed counts too,
 * because prices that one admin lowers while it waits would make it give more.
 */
export async function findLargestDiscount(
  tx: Tx,
  { now, shop }: Context,
  proposed: "with-proposed" | "in-force",
): Promise<number> {
  const { sale } = await loadAllSettings(tx, shop.region);
  const inForce = Math.max(
    sale.bfEnabled ? sale.bfDiscount * 100 : 0,
    await findRaisedMargin(tx, now()),
  );
  return proposed === "in-force" ? inForce : Math.max(inForce, await findProposedDiscount(tx));
}

/**
 * Of a margin at most what one admin may give, as of those in force. A sale or standard margin that replaces another than that in force
 * is void already.
 */
async function findProposedDiscount(tx: Tx): Promise<number> {
  const { bps } = await rowOf(
    tx,
    bpsRow,
    sql`
    select coalesce(max(case
      when kind = 'sale' and (data ->> 'bfEnabled')::boolean
        and data -> 'before' = jsonb_build_object('bfEnabled', bf_enabled, 'bfDiscount', bf_discount_bps / 100)
        then (data ->> 'bfDiscount')::integer * 100
      when kind = 'margin' then least((data ->> 'marginBps')::integer, ${GIVE_MAX * 100})
      when kind = 'stockists'
        and (data #>> '{before,stockistMarginDefault}')::integer * 100 = stockist_margin_default_bps
        and (data ->> 'stockistMarginDefault')::integer * 100 > stockist_margin_default_bps
        then least((data ->> 'stockistMarginDefault')::integer, ${GIVE_MAX}) * 100
    end), 0)::integer as bps from decision, shop_setting
    where kind in ('sale', 'margin', 'stockists') and state in ('open', 'confirmed') and used_at is null
      and (state = 'confirmed' or expires_at is null or expires_at > now())`,
  );
  return bps;
}

/** The change with what it gives at most, for a decision of two admins. */
export async function withShare<Change extends GiveAway>(
  tx: Tx,
  context: Context,
  change: Change,
): Promise<Change> {
  await lockSettings(tx);
  const shareBps = await findDeepestShare(tx, context, change, "with-proposed");
  return { ...change, data: { ...change.data, shareBps } };
}

/** Whether it would give more by now than what was frozen: prices were lowered since, or a discount was put on. */
export async function givesMore(tx: Tx, context: Context, change: GiveAway): Promise<boolean> {
  await lockSettings(tx);
  const { shareBps } = change.data;
  return (
    shareBps === undefined || (await findDeepestShare(tx, context, change, "in-force")) < shareBps
  );
}

/** What a stockist's sale pays at most by these terms, where they raise the largest percentage; undefined where they do not. */
export async function findStockistShare(
  tx: Tx,
  { findLeaderBps }: Pick<Caller, "findLeaderBps">,
  { stockistPercentMax, before }: ChangeOf<"stockists">["data"],
): Promise<number | undefined> {
  if (stockistPercentMax <= before.stockistPercentMax) return undefined;
  return stockistShare(stockistPercentMax * 100, await findLeaderBps(readOnly(tx)));
}

/** Whether a stockist's sale would pay more by now than what was frozen: a plan with a larger leader bonus came since. */
export async function paysMore(
  tx: Tx,
  context: Pick<Caller, "findLeaderBps">,
  data: ChangeOf<"stockists">["data"],
): Promise<boolean> {
  const share = await findStockistShare(tx, context, data);
  return share !== undefined && share > (data.stockistShareBps ?? 0);
}

async function findDeepestShare(
  tx: Tx,
  context: Context,
  change: GiveAway,
  proposed: "with-proposed" | "in-force",
): Promise<number> {
  const prices = () => loadHighestPrices(tx, context.now());
  switch (change.kind) {
    case "price": {
      const { price, highest, productCode } = change.data;
      const isDelivery = productCode === deliveryProductCode;
      const off = isDelivery ? 0 : await findLargestDiscount(tx, context, proposed);
      return deepestShare(off, [{ price, highest }]);
    }
    // While it is off, it is judged by itself only.
    case "sale": {
      const { bfEnabled, bfDiscount } = change.data;
      return deepestShare(bfDiscount * 100, bfEnabled ? await prices() : []);
    }
    case "margin":
      return deepestShare(change.data.marginBps, await prices());
    case "stockists": {
      const { stockistMarginDefault: standard, before } = change.data;
      const isRaised = standard > before.stockistMarginDefault;
      return isRaised ? deepestShare(standard * 100, await prices()) : deepestShare(0, []);
    }
    case "delivery-fee": {
      const { region, deliveryFlat, before } = change.data;
      const { price, highest } = await findDeliveryPrices(tx, context, region, before);
      return deepestShare(0, [{ price: deliveryFlat ?? price, highest }]);
    }
  }
}

/** What a recipient's parcel costs without a price of its own, and the highest of 30 days with and without one. */
export async function findDeliveryPrices(
  tx: Tx,
  { now }: Pick<Context, "now">,
  region: Region,
  before: number | null,
): Promise<Readonly<{ price: number; highest: number }>> {
  const parcel = await findParcelPrices(tx, now());
  const former = await findFormerDeliveryFees(tx, region, now());
  const highest = Math.max(...[before, ...former].map((fee) => fee ?? parcel.highest));
  return { price: parcel.price, highest };
}
