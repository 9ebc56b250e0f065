import {
  deleteAddressSchema,
  listAddressesSchema,
  saveAddressSchema,
} from "@portal/shared/people/addresses.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { deleteAddress, listOwnAddresses, saveAddress } from "./address.actions.ts";

export const addressRouter = router({
  list: procedure
    .input(listAddressesSchema)
    .query(({ ctx, input }) => listOwnAddresses(ctx, input.uniqueId ?? null)),
  save: procedure.input(saveAddressSchema).mutation(({ ctx, input }) => saveAddress(ctx, input)),
  delete: procedure
    .input(deleteAddressSchema)
    .mutation(({ ctx, input }) => deleteAddress(ctx, input)),
});
