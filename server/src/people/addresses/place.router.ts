import {
  byPlaceNameSchema,
  byPostCodeSchema,
  byUkPostcodeSchema,
} from "@portal/shared/people/places.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { findUkAddresses } from "./uk-addresses.actions.ts";
import { placesByName, placesByPostCode } from "./place-search.ts";

export const placeRouter = router({
  byPostCode: procedure
    .input(byPostCodeSchema)
    .query(({ input }) => [...placesByPostCode(input.postCode)]),
  byName: procedure.input(byPlaceNameSchema).query(({ input }) => [...placesByName(input.name)]),
  ukByPostcode: procedure
    .input(byUkPostcodeSchema)
    .query(({ ctx, input }) => findUkAddresses(ctx, input.postcode)),
});
