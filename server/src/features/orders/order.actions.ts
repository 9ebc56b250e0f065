import type {
  CancelOrder,
  ReassignOrder,
  RecordEft,
  RefundOrder,
} from "@portal/shared/orders/save-order.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { OrderState } from "../books/books.ts";

export type ChangedOrder = { uuid: string; state: OrderState };

export async function cancelOrder(
  _caller: Caller,
  _user: SignedInUser,
  _cancellation: CancelOrder,
): Promise<ChangedOrder> {
  throw new Error("not here yet");
}

export async function recordEft(_caller: Caller, _payment: RecordEft): Promise<ChangedOrder> {
  throw new Error("not here yet");
}

export async function refundOrder(_caller: Caller, _refund: RefundOrder): Promise<ChangedOrder> {
  throw new Error("not here yet");
}

export async function reassignOrder(
  _caller: Caller,
  _reassignment: ReassignOrder,
): Promise<ChangedOrder> {
  throw new Error("not here yet");
}
