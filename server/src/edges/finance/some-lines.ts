/** An order that nobody has placed yet, for import files that tests make. */
export const placed = {
  eventId: "00000000-0000-4000-8000-00000000f001",
  streamId: "order-00000000-0000-4000-8000-000000abcf01",
  type: "OrderPlaced",
  schemaVersion: 1,
  occurredAt: "2026-02-01T08:00:00.000Z",
  data: {
    orderId: "00000000-0000-4000-8000-000000abcf01",
    orderNumber: 7901,
    buyerId: null,
    sellerId: 101,
    region: "za",
    currency: "ZAR",
    vatBps: 1500,
    live: true,
    sections: [
      {
        addressId: null,
        lines: [
          {
            productId: 94,
            quantity: 1,
            listPrice: 32_500,
            unitPrice: 32_500,
            commissionPrice: 32_500,
          },
        ],
      },
    ],
    deliveryService: null,
    total: 32_500,
  },
};

/** A line whose event id ends in `id`. */
export function line(
  id: string,
  streamId: string,
  type: string,
  data: object,
  more: object = {},
): string {
  const eventId = `00000000-0000-4000-8000-00000000${id}`;
  const occurredAt = "2026-02-02T08:00:00.000Z";
  return JSON.stringify({ eventId, streamId, type, schemaVersion: 1, occurredAt, data, ...more });
}

export function withUnits(quantity: number): string {
  const [section] = placed.data.sections;
  const lines = section?.lines.map((each) => ({ ...each, quantity, unitPrice: 0, listPrice: 0 }));
  const sections = [{ addressId: null, lines }];
  return JSON.stringify({ ...placed, data: { ...placed.data, sections, total: 0 } });
}
