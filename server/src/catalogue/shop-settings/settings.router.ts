import { nothingSchema } from "@portal/shared/platform/ids.ts";
import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { saveSettings } from "./settings.actions.ts";
import { getOfficeSettings, getPublicSettings } from "./settings.queries.ts";
import { loadStockistStandards } from "./settings.store.ts";

export const settingsRouter = router({
  public: procedure("settings.public")
    .input(nothingSchema)
    .query(async ({ ctx }) => ({
      ...(await getPublicSettings(ctx.readDb, ctx.shop.region, ctx.now())),
      /** Whether UK addresses can be looked up by postcode. */
      hasAddressLookup: ctx.addressLookup !== null,
      /** The source of map tiles; null: addresses have only a link to a map. */
      mapTiles: ctx.shop.mapTiles ?? null,
      /** The host of members' links, also when they are shown on another host. */
      shopUrl: ctx.shop.publicUrl,
      /** For the menu of members and office; defaults to the shop. */
      websiteUrl: ctx.shop.websiteUrl ?? ctx.shop.publicUrl,
    })),
  get: procedure("settings.get")
    .input(nothingSchema)
    .query(({ ctx }) => getOfficeSettings(ctx.readDb, ctx.shop.region)),
  /** Also for distributors, whose new stockists get these terms. */
  stockists: procedure("settings.stockists")
    .input(nothingSchema)
    .query(({ ctx }) => loadStockistStandards(ctx.readDb)),
  save: procedure("settings.save")
    .input(saveSettingsSchema)
    .mutation(({ ctx, input }) => saveSettings(ctx, ctx.user, input)),
});
