import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import type { DemoAddress } from "./demo-addresses.ts";
import type { DemoWorld } from "./demo-world.ts";

/**
 * The last thing that the office did: somebody rang about the number of the newest order that has not left yet.
 *
 * @returns the copy of the address that the order has from then on; none where every order has left
 */
export function correctNewestAddress(
  { history, time, placed }: DemoWorld,
  addresses: readonly DemoAddress[],
): DemoAddress[] {
  const newest = placed.findLast(({ orderId }) => {
    const order = history.books.orders.get(orderId);
    return (
      order?.state === "paid" &&
      order.waybill === null &&
      order.deliveryService !== selfCollectionService
    );
  });
  const former = addresses.find(({ id }) => id === newest?.addressId);
  if (!newest || !former) return [];
  const { orderId } = newest;
  const addressId = addresses.length + 1;
  history.record(time.end - 1, {
    type: "RecipientCorrected",
    data: { orderId, section: 1, addressId, placeChanged: false },
  });
  return [{ ...former, id: addressId, recipientCell: "0610055501", isOfOrderAlone: true }];
}
