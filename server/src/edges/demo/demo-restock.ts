import { eftPrefix, selfCollectionService } from "@portal/shared/platform/constants.ts";
import { shareOf } from "@portal/shared/platform/money.ts";
import { v5 } from "uuid";
import { bottle, lineOf, placedInSouthAfrica, refill } from "./demo-catalogue.ts";
import { demoIds } from "./demo-people.ts";
import type { DemoWorld } from "./demo-world.ts";

const minuteMs = 60_000;

const id = (name: string) => v5(name, v5("collection of a stockist", v5.URL));

/** Sam collects it, and the office still has to pack it when the demo starts. It takes no random values. */
export function placeRestock(world: DemoWorld, at: number, orderNumber: number): boolean {
  const { agenda, history, addressesOf, placed } = world;
  const sam = history.projections.members.get(demoIds.sam);
  if (!sam?.active || sam.marginBps === null) return false;
  const orderId = id("order");
  const [addressId] = addressesOf(sam.userId);
  const lines = [lineOf(bottle, 12, sam.marginBps), lineOf(refill, 6, sam.marginBps)];
  const total = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  history.record(
    at,
    {
      type: "OrderPlaced",
      data: {
        ...placedInSouthAfrica,
        orderId,
        orderNumber,
        buyerId: sam.userId,
        sellerId: sam.userId,
        sections: [{ addressId, lines }],
        total,
        deliveryService: selfCollectionService,
      },
    },
    id("placed"),
  );
  placed.push({ orderId, addressId });
  agenda.add(at + 6 * minuteMs, (paidAt) => {
    const reference = `${eftPrefix}${orderNumber}`;
    const fee = shareOf(total, 350) + 200;
    const payment = { paymentId: "199999999", method: "card", amount: total, fee } as const;
    const data = { orderId, ...payment, reference };
    history.record(paidAt, { type: "PaymentReceived", data }, id("received"));
    history.record(paidAt, { type: "OrderPaid", data: { orderId } }, id("paid"));
  });
  return true;
}
