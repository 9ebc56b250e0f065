import type { ApiOutputs } from "../api/api.ts";
import { StatusText, type Tone } from "./status-text.tsx";

type OrderState = ApiOutputs["orders"]["byUuid"]["state"];

const states: Record<OrderState, { words: string; tone: Tone }> = {
  placed: { words: "To pay", tone: "waiting" },
  paid: { words: "Paid", tone: "good" },
  cancelled: { words: "Cancelled", tone: "neutral" },
  "partly-refunded": { words: "Partly refunded", tone: "neutral" },
  refunded: { words: "Refunded", tone: "neutral" },
};

export function OrderStatus(props: { state: OrderState }) {
  const { words, tone } = states[props.state];
  return <StatusText tone={tone}>{words}</StatusText>;
}

/** The same words where there is only room for text, as in a choice of filters. */
export function orderStateWords(state: OrderState): string {
  return states[state].words;
}
