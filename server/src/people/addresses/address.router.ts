import {
  byPlaceNameSchema,
  byPostCodeSchema,
  byUkPostcodeSchema,
  deleteAddressSchema,
  listAddressesSchema,
} from "@portal/shared/people/addresses.ts";
import { saveAnyAddressSchema } from "@portal/shared/people/older-address.ts";
import { asInvalidInput, procedure, router } from "../../platform/http/trpc.ts";
import {
  deleteAddress,
  findUkAddresses,
  listOwnAddresses,
  saveAddress,
} from "./address.actions.ts";
import { recipientFrom } from "./older-address.ts";
import { placesByName, placesByPostCode } from "./place-search.ts";

export const addressRouter = router({
  list: procedure("addresses.list")
    .input(listAddressesSchema)
    .query(({ ctx, input }) => listOwnAddresses(ctx, input.uniqueId ?? null)),
  save: procedure("addresses.save")
    .input(saveAnyAddressSchema)
    .mutation(({ ctx, input }) => {
      const recipient = asInvalidInput(() => recipientFrom(ctx.shop.region, input));
      return saveAddress(ctx, recipient);
    }),
  delete: procedure("addresses.delete")
    .input(deleteAddressSchema)
    .mutation(({ ctx, input }) => deleteAddress(ctx, input)),
});

export const placeRouter = router({
  byPostCode: procedure("places.byPostCode")
    .input(byPostCodeSchema)
    .query(({ input }) => [...placesByPostCode(input.postCode)]),
  byName: procedure("places.byName")
    .input(byPlaceNameSchema)
    .query(({ input }) => [...placesByName(input.name)]),
  ukByPostcode: procedure("places.ukByPostcode")
    .input(byUkPostcodeSchema)
    .query(({ ctx, input }) => findUkAddresses(ctx, input.postcode)),
});
