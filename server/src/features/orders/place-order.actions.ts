import type { Currency } from "@portal/shared/money.ts";
import type { SaveOrder } from "@portal/shared/orders/save-order.ts";
import type { Caller } from "../../caller.ts";

export type PlacedOrder = { uuid: string; orderNumber: number; total: number; currency: Currency };

export async function placeOrder(_caller: Caller, _order: SaveOrder): Promise<PlacedOrder> {
  throw new Error("not here yet");
}
