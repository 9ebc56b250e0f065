import { api } from "../../../../api/api.ts";
import { showToast } from "../../../../ui/toast.tsx";

/** After a change of its delivery, everything that shows the order is read anew. */
export function useDeliveryChanges(uuid: string): () => Promise<void> {
  const utils = api.useUtils();
  return async () => {
    showToast("Done!");
    await Promise.all([
      utils.courier.forOrder.invalidate({ uuid }),
      utils.courier.waybillUrl.invalidate({ uuid }),
      utils.orders.invalidate(),
    ]);
  };
}
