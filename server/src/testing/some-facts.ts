import type { VatRegistration } from "@portal/shared/catalogue/vat-registration.ts";
import { lessBps } from "@portal/shared/platform/money.ts";
import type { CommissionPlan } from "../network/commissions/commission-plan.events.ts";
import type { LedgerEvent } from "../projections/ledger-catalogue.ts";
import type { OrderLine } from "../sales/orders/order.events.ts";
import { sumsOf } from "../sales/orders/order.rules.ts";

/** Events for tests of the projections, with defaults for everything else. */

export const alwaysRegistered: VatRegistration = {
  vatDays: { from: "always", until: null },
  timeZone: "Africa/Johannesburg",
};

export const distributor = (
  userId: number,
  level: 1 | 2 | 3,
  parentId: number | null,
): LedgerEvent => ({
  type: "DistributorEnrolled",
  data: { userId, level, parentId, code: `D${userId}` },
});

export const stockist = (
  userId: number,
  parentId: number | null,
  distributorBps: number,
): LedgerEvent => ({
  type: "StockistEnrolled",
  data: {
    userId,
    parentId,
    distributorBps,
    code: `S${userId}`,
    marginBps: 3000,
    vatRegistered: false,
  },
});

export const deactivated = (userId: number): LedgerEvent => ({
  type: "MemberDeactivated",
  data: { userId },
});

export const planPublished = (plan: CommissionPlan): LedgerEvent => ({
  type: "CommissionPlanPublished",
  data: plan,
});

export const someOrderId = (number: number): string =>
  `00000000-0000-4000-9000-${String(number).padStart(12, "0")}`;

export const someBankEntryId = (number: number): string =>
  `00000000-0000-4000-a000-${String(number).padStart(12, "0")}`;

export const bottles = (quantity: number, unitPrice = 32_500): OrderLine => ({
  productId: 94,
  quantity,
  listPrice: unitPrice,
  unitPrice,
  commissionPrice: unitPrice,
});

/** A stockist's line: the unit price is reduced, the commission price is not. */
export const withMargin = (line: OrderLine, marginBps: number): OrderLine => ({
  ...line,
  unitPrice: lessBps(line.listPrice, marginBps),
});

export const parcel: OrderLine = {
  productId: 142,
  quantity: 1,
  listPrice: 10_000,
  unitPrice: 10_000,
  commissionPrice: 0,
};

type PlacedOrder = Readonly<{
  buyerId?: number | null;
  sellerId?: number | null;
  lines?: readonly OrderLine[];
  live?: boolean;
}>;

/** An order that is not paid yet, with the number 7001 for 1: of a bottle and a parcel, unless it says its lines. */
export function placedOrder(
  number = 1,
  { buyerId = 3, sellerId = 30, lines = [bottles(1), parcel], live = true }: PlacedOrder = {},
): LedgerEvent {
  const sections = [{ addressId: 1, lines: [...lines] }];
  const { total } = sumsOf(sections, 1500);
  return {
    type: "OrderPlaced",
    data: {
      orderId: someOrderId(number),
      orderNumber: 7000 + number,
      buyerId,
      sellerId,
      live,
      sections,
      total,
      region: "za",
      currency: "ZAR",
      vatBps: 1500,
      deliveryService: null,
    },
  };
}

export type SomeSale = Readonly<{
  number: number;
  sellerId: number | null;
  lines: readonly OrderLine[];
  live?: boolean;
}>;

/** An order that is placed and paid immediately. */
export function sold({ number, sellerId, lines, live = true }: SomeSale): LedgerEvent[] {
  const orderId = someOrderId(number);
  const sections = [{ addressId: null, lines: [...lines] }];
  const { total } = sumsOf(sections, 1500);
  return [
    {
      type: "OrderPlaced",
      data: {
        orderId,
        orderNumber: number,
        buyerId: null,
        sellerId,
        live,
        sections,
        total,
        region: "za",
        currency: "ZAR",
        vatBps: 1500,
        deliveryService: "ECO",
      },
    },
    {
      type: "PaymentReceived",
      data: {
        orderId,
        paymentId: `pay-${number}`,
        method: "card",
        amount: total,
        fee: 0,
        reference: `RH${number}`,
        referenceId: null,
      },
    },
    { type: "OrderPaid", data: { orderId } },
  ];
}

export const refunded = (
  number: number,
  refund: Readonly<{ refundId: string; amount: number; productAmount: number; units: number }>,
): LedgerEvent => ({
  type: "PaymentRefunded",
  data: { orderId: someOrderId(number), ...refund, method: "eft", reasonId: null },
});

export const reassigned = (number: number, sellerId: number | null): LedgerEvent => ({
  type: "OrderReassigned",
  data: { orderId: someOrderId(number), sellerId },
});
