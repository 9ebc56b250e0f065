import type { CommandOf } from "../../platform/ledger/decider.ts";
import type { OfficeEntry } from "./office-entry.rules.ts";
import type { OrderEvent, OrderSection } from "./order.events.ts";

export type EventOf<Type extends OrderEvent["type"]> = Extract<OrderEvent, { type: Type }>;
export type DataOf<Type extends OrderEvent["type"]> = EventOf<Type>["data"];

/** The server sets the prices, and the total is the sum of the lines. */
export type PlaceOrder = CommandOf<
  "PlaceOrder",
  Omit<DataOf<"OrderPlaced">, "sections" | "total"> & { sections: readonly OrderSection[] }
>;
export type RecordPayment = CommandOf<
  "RecordPayment",
  Omit<DataOf<"PaymentReceived">, "referenceId"> & {
    /** The id of the free text, where a person typed the reference. */
    referenceId?: string | null;
    /** Only for a transfer that the office records. */
    entry?: OfficeEntry;
  }
>;
/** `productAmount` is the part for goods; refunded delivery reverses no commission. */
export type RefundPayment = CommandOf<"RefundPayment", DataOf<"PaymentRefunded">>;
/** An order whose goods are out (with the courier, or ready to collect) is not left unpaid, or cancelled unpaid, unasked. */
type GoodsOut = {
  isOut?: boolean;
  /** The office knows, or has the goods back. */
  mayBeOut?: boolean;
};
export type UndoPayment = CommandOf<
  "UndoPayment",
  GoodsOut & { orderId: string; paymentId: string }
>;
export type CancelOrder = CommandOf<"CancelOrder", GoodsOut & DataOf<"OrderCancelled">>;
export type ReassignOrder = CommandOf<"ReassignOrder", DataOf<"OrderReassigned">>;
export type MarkReadyToCollect = CommandOf<
  "MarkReadyToCollect",
  DataOf<"ReadyToCollect"> & {
    /** What the packer saw as taken back. */
    takenBack?: number | undefined;
  }
>;
/** A stale `formerAddressId` is rejected. */
export type CorrectRecipient = CommandOf<
  "CorrectRecipient",
  DataOf<"RecipientCorrected"> & { formerAddressId: number }
>;
export type DeliveryCommand =
  | CommandOf<"QuoteDelivery", DataOf<"DeliveryQuoted">>
  | CommandOf<"BookCollection", DataOf<"CollectionBooked">>
  /** One waybill for each recipient, all at once. `former` are those that they replace: empty for the first ones. */
  | CommandOf<
      "CreateShipment",
      Omit<DataOf<"ShipmentCreated">, "waybill"> & {
        waybills: readonly string[];
        former?: readonly string[];
      }
    >;
export type OrderCommand =
  | PlaceOrder
  | RecordPayment
  | RefundPayment
  | UndoPayment
  | CancelOrder
  | ReassignOrder
  | MarkReadyToCollect
  | CorrectRecipient
  | DeliveryCommand;
