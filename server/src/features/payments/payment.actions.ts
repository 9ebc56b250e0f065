import type { Currency } from "@portal/shared/money.ts";
import type { Caller } from "../../caller.ts";
import type { OrderState } from "../books/books.ts";
import type { CardForm } from "../../gateways/card/card-gateway.ts";

export type OrderLineToPay = {
  productId: number;
  name: string;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
};

/** What a person who holds the link may see: no name, no address, no phone. */
export type OrderToPay = {
  uuid: string;
  orderNumber: number;
  state: OrderState;
  currency: Currency;
  total: number;
  received: number;
  delivery: number;
  sections: { lines: OrderLineToPay[]; delivery: number }[];
  placedAt: string;
  paidAt: string | null;
  eftReference: string;
  card: { available: boolean; live: boolean };
};

/** Only `Paid` ends the poll (specification, section 4, "Card payment return"). */
export type PaidAnswer = { paid: boolean; state: OrderState; message: "Paid" | "No match" };

export async function getOrderToPay(_caller: Caller, _uuid: string): Promise<OrderToPay> {
  throw new Error("not here yet");
}

export async function checkPaid(_caller: Caller, _uuid: string): Promise<PaidAnswer> {
  throw new Error("not here yet");
}

export async function getPaymentForm(_caller: Caller, _uuid: string): Promise<CardForm> {
  throw new Error("not here yet");
}
