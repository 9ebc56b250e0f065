import type { Currency } from "@portal/shared/platform/money.ts";
import type { OrderSection, paymentMethods } from "./order.events.ts";

/** Prices are the server's own; the total is what the lines add up to. */
export type PlaceOrder = Readonly<{
  type: "PlaceOrder";
  orderId: string;
  orderNumber: number;
  buyerId: number | null;
  sellerId: number | null;
  region: "za" | "uk" | "usa";
  currency: Currency;
  vatBps: number;
  live: boolean;
  sections: readonly OrderSection[];
  deliveryService: string | null;
}>;
export type RecordPayment = Readonly<{
  type: "RecordPayment";
  orderId: string;
  paymentId: string;
  method: (typeof paymentMethods)[number];
  amount: number;
  fee: number;
  reference: string;
  /** Where the reference is that somebody typed. */
  referenceId?: string | null;
}>;
export type RefundPayment = Readonly<{
  type: "RefundPayment";
  orderId: string;
  refundId: string;
  amount: number;
  /** The part of `amount` that is for goods; what is for delivery takes no commission back. */
  productAmount: number;
  units: number;
  method: (typeof paymentMethods)[number];
  reasonId: string | null;
}>;
export type UndoPayment = Readonly<{ type: "UndoPayment"; orderId: string; paymentId: string }>;
export type CorrectRecipient = Readonly<{
  type: "CorrectRecipient";
  orderId: string;
  /** Which of the recipients, counted from 1. */
  section: number;
  /** What whoever corrects it saw: somebody else may have been quicker. */
  formerAddressId: number;
  addressId: number;
  placeChanged: boolean;
}>;
export type OrderCommand =
  | PlaceOrder
  | RecordPayment
  | RefundPayment
  | UndoPayment
  | Readonly<{ type: "CancelOrder"; orderId: string; reasonId: string | null }>
  | Readonly<{ type: "ReassignOrder"; orderId: string; sellerId: number | null }>
  | Readonly<{
      type: "QuoteDelivery";
      orderId: string;
      service: string;
      quoteNumber: string;
      rate: number;
    }>
  | Readonly<{
      type: "BookCollection";
      orderId: string;
      service: string;
      collectionReference: string;
      collectionAt: string;
    }>
  /** One waybill for each recipient; they are given at one time. Named, `former` are those that they replace, none at first. */
  | Readonly<{
      type: "CreateShipment";
      orderId: string;
      service: string;
      waybills: readonly string[];
      former?: readonly string[];
    }>
  | Readonly<{ type: "MarkReadyToCollect"; orderId: string }>
  | CorrectRecipient;

/** What the courier does with it. */
export type DeliveryCommand = Extract<
  OrderCommand,
  { type: "QuoteDelivery" | "BookCollection" | "CreateShipment" }
>;
