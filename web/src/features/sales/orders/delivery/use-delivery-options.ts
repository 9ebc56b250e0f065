import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import {
  collectionHours,
  deliveryName,
  doorService,
  royalMailService,
} from "@portal/shared/sales/delivery/delivery.ts";
import { api, type ApiInputs, type ApiOutputs } from "../../../../api/api.ts";

export type DeliveryOption = ApiOutputs["courier"]["requestQuote"]["options"][number];

export type DeliveryChoice = Readonly<{
  /** Null while the prices are on their way. */
  options: readonly DeliveryOption[] | null;
  currency: ApiOutputs["courier"]["requestQuote"]["currency"];
  /** The courier could not be asked: the flat price stands alone. */
  isFlatOnly: boolean;
  note: string | null;
  /** Where asking again may bring more than the flat price. */
  retry: (() => void) | null;
}>;

const staleMs = 5 * 60_000;

/** How a basket can be delivered. Asking never blocks an order: where it fails, the flat price is offered all the same. */
export function useDeliveryOptions(
  request: ApiInputs["courier"]["requestQuote"] | null,
): DeliveryChoice {
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const answer = api.courier.requestQuote.useQuery(request ?? { sections: [] }, {
    enabled: request !== null,
    retry: false,
    staleTime: staleMs,
  });
  const retry = () => void answer.refetch();
  if (answer.data) return { ...answer.data, retry: answer.data.isFlatOnly ? retry : null };

  const currency = products.data?.currency ?? "ZAR";
  const isOver = answer.isError && !answer.isFetching && products.data !== undefined;
  const options = isOver ? flatOptions(currency, products.data.deliveryPerParcel) : null;
  return { options, currency, isFlatOnly: isOver, note: null, retry: isOver ? retry : null };
}

function flatOptions(currency: DeliveryChoice["currency"], price: number): DeliveryOption[] {
  const service = currency === "ZAR" ? doorService : royalMailService;
  const flat = { code: service, name: deliveryName(service), day: null, price };
  if (currency !== "ZAR") return [{ ...flat, description: "Flat rate" }];
  const door = { ...flat, description: "For each parcel; up to 60 units go in one." };
  const collect = { code: selfCollectionService, name: deliveryName(selfCollectionService) };
  return [door, { ...collect, description: collectionHours, day: null, price: 0 }];
}
