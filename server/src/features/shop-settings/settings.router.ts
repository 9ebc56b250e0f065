import { procedure, router } from "../../http/trpc.ts";
import { getPublicSettings } from "./settings.queries.ts";

export const settingsRouter = router({
  public: procedure.query(({ ctx }) => getPublicSettings(ctx.readDb, ctx.shop.region)),
});
