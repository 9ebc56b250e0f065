import { dayOf, instantInWords } from "@portal/shared/platform/calendar.ts";
import { deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import type { OrderQuestion } from "@portal/shared/sales/orders/office-orders.ts";
import { orderStateWords } from "@portal/shared/sales/orders/order-terms.ts";
import type { Caller } from "../../caller.ts";
import { type SheetColumn, writeListFile } from "../../gateways/sheets/sheets.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import {
  buyerName,
  myOrderColumns,
  ordersWithPeople,
  sellerName,
  type ShopNow,
} from "./order.queries.ts";

/**
 * All rows of the office's list of orders, with the filters of the screen. The search text is not in the audit entry,
 * because it may be a person's name.
 *
 * @throws DomainError export.too-long
 */
export async function exportOrders(caller: Caller, query: OrderQuestion): Promise<Buffer> {
  const { search, sort, ...details } = query;
  await insertAudit(caller.db, caller, { action: "orders.exported", target: null, details });
  const { region } = caller.shop;
  const now = caller.now();
  const { timeZone } = await loadRegion(caller.readDb, region);
  return writeListFile(
    "Orders",
    columnsOf(timeZone),
    (max) => listForFile({ db: caller.readDb, region, now }, query, max),
    {
      ...details,
      state: details.state && orderStateWords[details.state],
      search,
      sort: `${sort.by} ${sort.direction}`,
      "exported at": instantInWords(now, timeZone),
    },
  );
}

type ExportedOrder = Awaited<ReturnType<typeof listForFile>>[number];

/** The first `max` orders of a list. */
async function listForFile(shop: ShopNow, query: OrderQuestion, max: number) {
  return (await ordersWithPeople(shop, query))
    .select(myOrderColumns)
    .select(["order.region", "order.delivery_service as service"])
    .select([buyerName.as("buyer"), sellerName.as("seller")])
    .limit(max)
    .execute();
}

function columnsOf(timeZone: string): readonly SheetColumn<ExportedOrder>[] {
  const day = (instant: string | null) => (instant === null ? null : dayOf(instant, timeZone));
  return [
    { kind: "id", header: "Order", width: 10, value: ({ orderNumber }) => orderNumber },
    { kind: "day", header: "Placed", width: 14, value: ({ placedAt }) => day(placedAt) },
    { kind: "day", header: "Paid", width: 14, value: ({ paidAt }) => day(paidAt) },
    { kind: "text", header: "Status", width: 16, value: ({ state }) => orderStateWords[state] },
    { kind: "text", header: "Buyer", width: 26, value: ({ buyer }) => buyer ?? "Guest" },
    {
      kind: "text",
      header: "Seller",
      width: 26,
      value: ({ seller }) => seller ?? "No seller",
    },
    { kind: "text", header: "Region", width: 10, value: ({ region }) => region },
    { kind: "text", header: "Service", width: 24, value: ({ service }) => deliveryName(service) },
    { kind: "whole", header: "Units", width: 10, value: ({ units }) => units },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    { kind: "money", header: "Total", width: 14, value: ({ total }) => total },
    { kind: "money", header: "Received", width: 14, value: ({ received }) => received },
    { kind: "money", header: "Refunded", width: 14, value: ({ refunded }) => refunded },
  ];
}
