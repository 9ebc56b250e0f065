import type { OfficeOrders, OrderQuestion } from "@portal/shared/orders/order-desk.ts";
import type { Page } from "@portal/shared/paging.ts";
import type { Region } from "@portal/shared/region.ts";
import { sql, type SqlBool } from "kysely";
import type { ReadDatabase } from "../../db/database.ts";
import { periodOfDays } from "../audit/day-range.queries.ts";
import { containing } from "../../db/containing.ts";
import { isOverpaid, isToBeQuoted, isWork } from "./order-work.queries.ts";
import { type MyOrder, myOrderColumns, orderNumberIn, sortColumns } from "./order.queries.ts";

export type ListedOrder = MyOrder & {
  live: boolean;
  region: Region;
  buyerId: number | null;
  buyerName: string | null;
  sellerId: number | null;
  sellerName: string | null;
  /** More came in than was asked for: somebody has to give it back. */
  overpaid: boolean;
  /** The courier's price is not known, or too old to go by. */
  toBeQuoted: boolean;
};

/** Every order of the shop. Searches its number, or who bought, received or sold it, by what was typed. */
export async function listOrders(
  { db, region, now }: Readonly<{ db: ReadDatabase; region: Region; now: string }>,
  wanted: OfficeOrders,
): Promise<Page<ListedOrder>> {
  const { page, pageSize, sort } = wanted;
  const matching = await matchingOrders({ db, region, now }, wanted);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(myOrderColumns)
    .select([
      "order.live",
      "order.region",
      "order.buyer_id as buyerId",
      "order.seller_id as sellerId",
      fullName("buyer").as("buyerName"),
      fullName("seller").as("sellerName"),
    ])
    .select([isOverpaid.as("overpaid"), isToBeQuoted(now).as("toBeQuoted")])
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("order.order_id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}

export type ExportedOrder = Pick<
  ListedOrder,
  "orderNumber" | "state" | "currency" | "total" | "received" | "refunded" | "units" | "region"
> &
  Pick<ListedOrder, "placedAt" | "paidAt" | "buyerName" | "sellerName"> & {
    service: string | null;
  };

/** All orders of a list, for a file. @param max at most as many; ask for one more to know of more */
export async function listAllOrders(
  { db, region, now }: Readonly<{ db: ReadDatabase; region: Region; now: string }>,
  wanted: OrderQuestion,
  max: number,
): Promise<ExportedOrder[]> {
  const matching = await matchingOrders({ db, region, now }, wanted);
  return matching
    .select(myOrderColumns)
    .select(["order.region", "order.delivery_service as service"])
    .select([fullName("buyer").as("buyerName"), fullName("seller").as("sellerName")])
    .orderBy(sortColumns[wanted.sort.by], wanted.sort.direction)
    .orderBy("order.order_id")
    .limit(max)
    .execute();
}

async function matchingOrders(
  { db, region: shopRegion, now }: Readonly<{ db: ReadDatabase; region: Region; now: string }>,
  wanted: OrderQuestion,
) {
  const { search, state, method, region, overpaid, work } = wanted;
  const days = await periodOfDays(db, shopRegion, wanted);
  let matching = db
    .selectFrom("projection.order_state as order")
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id");
  if (state) matching = matching.where("order.state", "=", state);
  if (region) matching = matching.where("order.region", "=", region);
  if (days.from) matching = matching.where("order.placed_at", ">=", days.from);
  if (days.until) matching = matching.where("order.placed_at", "<", days.until);
  if (work) matching = matching.where(isWork(work, now));
  if (overpaid) matching = matching.where(isOverpaid);
  if (method)
    matching = matching.where((order) =>
      order.exists(
        order
          .selectFrom("projection.order_payment as payment")
          .select("payment.order_id")
          .whereRef("payment.order_id", "=", "order.order_id")
          .where("payment.method", "=", method),
      ),
    );
  if (!search) return matching;
  const orderNumber = orderNumberIn(search);
  return orderNumber === null
    ? matching.where(concerns(search))
    : matching.where("order.order_number", "=", orderNumber);
}

/** A guest has no account: what is known are the recipients that the same browser entered. */
function concerns(search: string) {
  const pattern = containing(search);
  return sql<SqlBool>`(${fullName("buyer")} ilike ${pattern} or buyer.email ilike ${pattern}
    or ${fullName("seller")} ilike ${pattern}
    or ("order".buyer_id is null and exists (
      select from order_detail detail
      join address recipient on recipient.guest_id = detail.guest_id
      where detail.order_id = "order".order_id
        and (recipient.recipient_email ilike ${pattern} or recipient.recipient_first_name || ' '
          || recipient.recipient_last_name ilike ${pattern}))))`;
}

function fullName(alias: "buyer" | "seller") {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}

export type Seller = { id: number; fullName: string; code: string };

const sellersMax = 20;

/** Members to whom an order can be given: active ones, by name or code. */
export async function findSellers(db: ReadDatabase, search: string | undefined): Promise<Seller[]> {
  let members = db
    .selectFrom("projection.member as member")
    .innerJoin("account", "account.id", "member.user_id")
    .where("member.active", "=", true)
    .where("account.active", "=", true);
  if (search) {
    const pattern = containing(search);
    members = members.where(
      sql<SqlBool>`(account.search_text like lower(${pattern}) or member.code ilike ${pattern})`,
    );
  }
  return members
    .select([
      "member.user_id as id",
      sql<string>`account.first_name || ' ' || account.last_name`.as("fullName"),
      "member.code",
    ])
    .orderBy("account.sort_name")
    .orderBy("member.user_id")
    .limit(sellersMax)
    .execute();
}
