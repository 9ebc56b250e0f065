import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Database } from "../../platform/db/database.ts";
import { WrongUse } from "./wrong-use.ts";

/** An order as people name it: its uuid, its number, or the number as bank statements have it (RH1234). */
export type AskedOrder = Readonly<{ orderId: string } | { orderNumber: number }>;

export function askedOrderOf(option: string, text: string): AskedOrder {
  const uuid = text.toLowerCase();
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return { orderId: uuid };
  const number = new RegExp(`^(?:${eftPrefix})?(\\d{1,15})$`, "i").exec(text)?.[1];
  if (number === undefined)
    throw new WrongUse(`${option} ${text} is neither an order number nor an order's uuid.`);
  return { orderNumber: Number(number) };
}

export async function findOrderId(db: Database, asked: AskedOrder): Promise<string> {
  const [column, value] =
    "orderId" in asked
      ? (["order_id", asked.orderId] as const)
      : (["order_number", asked.orderNumber] as const);
  const row = await db
    .selectFrom("projection.order_state")
    .select("order_id")
    .where(column, "=", value)
    .executeTakeFirst();
  if (!row) throw new WrongUse(`There is no order ${value}.`);
  return row.order_id;
}
