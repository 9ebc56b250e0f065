import { placeNameSchema, postCodeSchema, ukPostcodeSchema } from "@portal/shared/places.ts";
import { z } from "zod";
import { procedure, router } from "../../http/trpc.ts";
import { findUkAddresses } from "./uk-addresses.actions.ts";
import { placesByName, placesByPostCode } from "./place-search.ts";

export const placeRouter = router({
  byPostCode: procedure
    .input(z.object({ postCode: postCodeSchema }))
    .query(({ input }) => [...placesByPostCode(input.postCode)]),
  byName: procedure
    .input(z.object({ name: placeNameSchema }))
    .query(({ input }) => [...placesByName(input.name)]),
  ukByPostcode: procedure
    .input(z.object({ postcode: ukPostcodeSchema }))
    .query(({ ctx, input }) => findUkAddresses(ctx, input.postcode)),
});
