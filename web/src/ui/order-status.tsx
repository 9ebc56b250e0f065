import { orderStateWords } from "@portal/shared/sales/orders/order-terms.ts";
import type { ApiOutputs } from "../api/api.ts";
import { StatusText, type Tone } from "./facts.tsx";

type OrderState = ApiOutputs["orders"]["byUuid"]["state"];

const stateTones: Record<OrderState, Tone> = {
  placed: "waiting",
  paid: "good",
  cancelled: "neutral",
  "partly-refunded": "under-way",
  refunded: "neutral",
};

export function OrderStatus(props: { state: OrderState }) {
  return <StatusText tone={stateTones[props.state]}>{orderStateWords[props.state]}</StatusText>;
}
