import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import {
  confirmedProcedure,
  procedure,
  router,
  signedInProcedure,
} from "../../platform/http/trpc.ts";
import { saveSettings } from "./settings.actions.ts";
import { getOfficeSettings, getPublicSettings } from "./settings.queries.ts";
import { loadStockistStandards } from "./settings.store.ts";

export const settingsRouter = router({
  public: procedure.query(async ({ ctx }) => ({
    ...(await getPublicSettings(ctx.readDb, ctx.shop.region)),
    /** Whether an address of the United Kingdom can be found by its postcode. */
    hasAddressLookup: ctx.addressLookup !== null,
    /** Where pictures of maps come from; null: addresses have a link to a map alone. */
    mapTiles: ctx.shop.mapTiles ?? null,
    /** Where members' links lead, on whichever host they are shown. */
    shopUrl: ctx.shop.publicUrl,
    /** Outside the portal, for the menu of members and office; without one of its own it is the shop. */
    websiteUrl: ctx.shop.websiteUrl ?? ctx.shop.publicUrl,
  })),
  get: signedInProcedure.query(({ ctx }) => getOfficeSettings(ctx.readDb, ctx.shop.region)),
  /** Also for distributors: what those whom they add or convert get, and may not choose. */
  stockists: signedInProcedure.query(({ ctx }) => loadStockistStandards(ctx.readDb)),
  save: confirmedProcedure
    .input(saveSettingsSchema)
    .mutation(({ ctx, input }) => saveSettings(ctx, ctx.user, input)),
});
