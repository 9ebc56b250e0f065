import type { ApiOutputs } from "../api/api.ts";
import type { SignedInUser } from "../session/session.tsx";

export const someOrderId = "7f2c1d1e-0000-4000-8000-000000000001";

export const aDistributor: SignedInUser = {
  id: 12,
  firstName: "Ben",
  lastName: "Naidoo",
  email: "ben.l2@shop.test",
  role: "distributor",
  level: 2,
  developer: false,
  school: false,
  verified: true,
  hasPassword: true,
  distributorVersion: 0,
  impersonatedBy: null,
  office: { isHere: true, url: "http://office.shop.test" },
  code: "BEN",
};

export const someProducts: ApiOutputs["catalog"]["products"] = {
  currency: "ZAR",
  deliveryPerParcel: 10_000,
  unitsPerParcel: 60,
  marginBps: 0,
  products: [
    aProduct({ id: 94, name: "Original 50ml", price: 32_500 }),
    aProduct({ id: 201, name: "Refill 100ml", price: 56_000, originalPrice: 65_000 }),
    aProduct({
      id: 203,
      name: "Linen pouch",
      price: 12_000,
      outOfStock: true,
      outOfStockButton: "Back soon",
      outOfStockMessage: "We expect more within two weeks.",
      picture: null,
    }),
  ],
};

type Product = ApiOutputs["catalog"]["products"]["products"][number];

function aProduct(product: Partial<Product> & Pick<Product, "id" | "name" | "price">): Product {
  return {
    description: "",
    listPrice: product.price,
    originalPrice: null,
    productCode: `P${product.id}`,
    outOfStock: false,
    outOfStockButton: "",
    outOfStockMessage: "",
    picture: null,
    ...product,
  };
}

export const observatory: ApiOutputs["places"]["byName"][number] = {
  id: 7001,
  label: "Observatory",
  town: "Cape Town",
  pcode: "7925",
  province: "Western Cape",
};

export const anAddress: ApiOutputs["addresses"]["list"][number] = {
  id: 7,
  recipientFirstName: "Thandi",
  recipientLastName: "Mokoena",
  recipientCell: "0821234567",
  recipientAltNumber: null,
  recipientEmail: "thandi@example.test",
  businessOrResidential: "Residential",
  streetAddress: "12 Milkwood Lane",
  complexBuilding: null,
  suburb: "Observatory",
  town: "Cape Town",
  province: "Western Cape",
  postalCode: "7925",
  country: "ZA",
  line2: null,
  line3: null,
  placeId: null,
  place: null,
  isManualSuburb: true,
  needsUpdate: false,
  vatNo: null,
  latitude: null,
  longitude: null,
  formerIds: [],
  lastUsed: false,
};

export const anOrderToPay: ApiOutputs["orders"]["byUuid"] = {
  uuid: someOrderId,
  orderNumber: 10_421,
  state: "placed",
  currency: "ZAR",
  total: 140_000,
  received: 0,
  refunded: 0,
  delivery: 10_000,
  sections: [
    {
      deliveryService: null,
      promisedDay: null,
      delivery: 10_000,
      lines: [
        {
          productId: 94,
          name: "Original 50ml",
          quantity: 4,
          unitPrice: 32_500,
          lineTotal: 130_000,
        },
      ],
    },
  ],
  placedAt: "2026-11-20T09:05:00.000Z",
  paidAt: null,
  eftReference: "RH10421",
  deliveryService: null,
  collectedBy: null,
  bank: {
    bankName: "Demo Bank",
    accountName: "Rhizo Shop (Pty) Ltd",
    accountType: "Business account",
    accountNumber: "62000000000",
    branchCode: "250655",
  },
  card: { available: true, live: true, lastAttempt: null },
};

export const anOrderDetail: ApiOutputs["orders"]["detail"] = {
  view: "office",
  uuid: someOrderId,
  orderNumber: 10_421,
  state: "paid",
  fulfilment: null,
  region: "za",
  currency: "ZAR",
  live: true,
  total: 140_000,
  received: 140_000,
  refunded: 0,
  excess: 0,
  left: { amount: 140_000, goods: 130_000, units: 4 },
  units: 4,
  delivery: 10_000,
  deliveryService: null,
  deliveryNotes: "Ring twice",
  placedAt: "2026-11-20T09:05:00.000Z",
  paidAt: "2026-11-20T10:05:00.000Z",
  buyerName: "Kim Person",
  buyerEmail: "kim@shop.test",
  buyerCell: null,
  isGuests: false,
  buyerId: 31,
  sellerId: 12,
  sellerName: "Ben Naidoo",
  sections: [
    {
      recipient: {
        name: "Thandi Nkosi",
        cell: "082 123 4567",
        email: "thandi@example.co.za",
        address: ["1 Long Street", "Gardens", "Cape Town", "8001"],
        vatNo: null,
        latitude: null,
        longitude: null,
      },
      correction: { refusal: null },
      lines: anOrderToPay.sections[0]?.lines ?? [],
      delivery: 10_000,
      addressId: null,
      deliveryService: null,
      promisedDay: null,
      giftMessage: "",
      deliveryNotes: "",
    },
  ],
  steps: [
    {
      type: "OrderPlaced",
      at: "2026-11-20T09:05:00.000Z",
      actorName: "Kim Person",
      amount: null,
      method: null,
      note: null,
    },
    {
      type: "PaymentReceived",
      at: "2026-11-20T10:05:00.000Z",
      actorName: "Thandi Admin",
      amount: 140_000,
      method: "eft",
      note: "RH10421",
    },
  ],
  mails: [
    {
      id: 7,
      kind: "order-paid",
      channel: "email",
      state: "sent",
      createdAt: "2026-11-20T10:05:59.000Z",
      sentAt: "2026-11-20T10:06:00.000Z",
    },
  ],
  news: [
    { by: "courier", at: "2026-11-22T08:00:00.000Z", state: "delivered", parcel: 1 },
    {
      by: "card",
      at: "2026-11-20T10:04:00.000Z",
      id: 3,
      state: "applied",
      paymentStatus: "COMPLETE",
    },
  ],
  collection: null,
  hasInvoice: true,
  creditNotes: [],
  shipments: [],
};

export const aWallet: ApiOutputs["wallet"]["mine"] = {
  currency: "ZAR",
  accrued: 8_412_345,
  paid: 6_788_889,
  unpaid: 1_623_456,
  credit: 5000,
  balance: 1_618_456,
  sinceLastPayout: 1_623_456,
  units: 1312,
  totalSales: 37_078_432,
  commissionable: 36_012_345,
  maturing: 0,
  maturingDays: [],
  payable: 1_618_456,
  waiting: 0,
  requested: 0,
  holdDays: 0,
  payoutMinimum: 0,
  storeCredit: 5000,
  levels: [
    aWalletLevel(1, 0),
    aWalletLevel(2, 8_400_000),
    aWalletLevel(3, 12_345),
    aWalletLevel(4, 0),
  ],
  leaderBonus: 0,
  leaderBonusSinceLastPayout: 0,
  lastPaidAt: null,
  openPayout: null,
  lastPayout: null,
  rejectedRequest: null,
  canRequest: true,
  reason: null,
};

function aWalletLevel(level: 1 | 2 | 3 | 4, commission: number) {
  const figures = { members: 3, units: 40, totalSales: 1_130_440, commissionable: 1_130_430 };
  return {
    level,
    ...figures,
    commission,
    commissionSinceLastPayout: commission,
    unitsSinceLastPayout: 4,
    totalSalesSinceLastPayout: 113_044,
    commissionableSinceLastPayout: 113_043,
  };
}

export const aWalletEntry: ApiOutputs["wallet"]["entries"]["rows"][number] = {
  position: 4711,
  entryNo: 1,
  orderNumber: 10_421,
  orderId: someOrderId,
  kind: "own",
  sellerId: 12,
  sellerName: "Ben Naidoo",
  sellerLevel: 2,
  beneficiaryLevel: 2,
  rateBps: 1500,
  value: 113_043,
  amount: 16_956,
  currency: "ZAR",
  occurredAt: "2026-03-09T12:05:00.000Z",
  planPosition: 0,
  refundedGoods: null,
  orderGoods: 130_000,
  cappedBy: null,
  questions: [],
};

export const aPayout: ApiOutputs["payouts"]["list"]["rows"][number] = {
  id: "payout-1",
  userId: 12,
  fullName: "Ben Naidoo",
  email: "ben.l2@shop.test",
  currency: "ZAR",
  commission: 1_623_456,
  credit: 5000,
  amount: 1_618_456,
  requested: "2026-11-03T08:12:00.000Z",
  state: "requested",
  paid: false,
  datePaid: null,
  reference: null,
  reason: null,
  bankDetailsHoldUntil: null,
  preflight: [
    { check: "bank-details", severity: "ok", figure: null },
    { check: "account-number", severity: "ok", figure: null },
    { check: "changed", severity: "ok", figure: null },
    { check: "reversal", severity: "warning", figure: 4521 },
    { check: "shared-account", severity: "ok", figure: null },
    { check: "age", severity: "ok", figure: 4 },
  ],
  needsSecondPerson: false,
  approvals: [],
  batchId: null,
};

export const someBankDetails: NonNullable<ApiOutputs["bankDetails"]["get"]> = {
  bankName: "First National Bank",
  accountName: "B Naidoo",
  accountNumber: "•••• 4567",
  branchCode: "250655",
  chequeOrSavings: "Cheque",
  notes: null,
  updatedAt: "2026-01-01T00:00:00.000Z",
};
