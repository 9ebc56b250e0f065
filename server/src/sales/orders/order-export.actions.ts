import { dayOf } from "@portal/shared/platform/local-time.ts";
import type { OrderQuestion } from "@portal/shared/sales/orders/order-desk.ts";
import type { Caller } from "../../caller.ts";
import { writeListFile } from "../../gateways/sheets/list-file.ts";
import type { SheetColumn } from "../../gateways/sheets/sheet-cells.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { getShopCalendar } from "../../catalogue/shop-settings/shop-calendar.queries.ts";
import { type ExportedOrder, listAllOrders } from "./order-list.queries.ts";

/**
 * The office's list of orders as it is filtered on the screen, all of its rows. The words that were
 * searched for stay out of the audit: they may be a person's name.
 *
 * @throws DomainError export.too-long
 */
export async function exportOrders(caller: Caller, asked: OrderQuestion): Promise<Buffer> {
  const { search: _search, sort, ...told } = asked;
  await insertAudit(caller.db, caller, { action: "orders.exported", target: null, details: told });
  const { region } = caller.shop;
  const now = caller.now();
  const { timeZone } = await getShopCalendar(caller.readDb, region);
  return writeListFile(
    "Orders",
    columnsOf(timeZone),
    (max) => listAllOrders({ db: caller.readDb, region, now }, asked, max),
    { ...told, search: asked.search, sort: `${sort.by} ${sort.direction}`, "written at": now },
  );
}

function columnsOf(timeZone: string): readonly SheetColumn<ExportedOrder>[] {
  const day = (instant: string | null) => (instant === null ? null : dayOf(instant, timeZone));
  return [
    { kind: "whole", header: "Order", width: 10, value: ({ orderNumber }) => orderNumber },
    { kind: "day", header: "Placed", width: 14, value: ({ placedAt }) => day(placedAt) },
    { kind: "day", header: "Paid", width: 14, value: ({ paidAt }) => day(paidAt) },
    { kind: "text", header: "Status", width: 16, value: ({ state }) => state },
    { kind: "text", header: "Buyer", width: 26, value: ({ buyerName }) => buyerName ?? "Guest" },
    { kind: "text", header: "Seller", width: 26, value: ({ sellerName }) => sellerName ?? "House" },
    { kind: "text", header: "Region", width: 10, value: ({ region }) => region },
    { kind: "text", header: "Service", width: 10, value: ({ service }) => service },
    { kind: "whole", header: "Units", width: 10, value: ({ units }) => units },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    { kind: "money", header: "Total", width: 14, value: ({ total }) => total },
    { kind: "money", header: "Received", width: 14, value: ({ received }) => received },
    { kind: "money", header: "Given back", width: 14, value: ({ refunded }) => refunded },
  ];
}
