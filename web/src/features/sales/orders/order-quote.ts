import type { ApiOutputs } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";

export type QuoteState = Readonly<{
  /** The server's prices; the previous ones while new ones load. */
  quote: Quoted | null;
  isEmpty: boolean;
  isStale: boolean;
  error: unknown;
  retry: () => void;
}>;

export type Quoted = ApiOutputs["catalog"]["quote"];

/** A refusal because the shop does not sell something of the order, or no longer. */
export function isOfProducts(error: unknown): boolean {
  const reason = reasonOf(error);
  return reason === "order.product-unavailable" || reason === "order.unknown-product";
}
