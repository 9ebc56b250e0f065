import { ofUserSchema } from "@portal/shared/platform/ids.ts";
import {
  previewSchema,
  readActivitySchema,
  readLevelsSchema,
  readTreeSchema,
} from "@portal/shared/network/network-tree.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { listNetworkChanges, listStockistTerms } from "./network-activity.queries.ts";
import { readLevels } from "./network-levels.queries.ts";
import { previewChange } from "./network-preview.actions.ts";
import { readTree } from "./network-tree.queries.ts";

export const networkRouter = router({
  tree: procedure("network.tree")
    .input(readTreeSchema)
    .query(({ ctx, input }) => readTree(ctx, ctx.user, input)),
  levels: procedure("network.levels")
    .input(readLevelsSchema)
    .query(({ ctx, input }) => readLevels(ctx, ctx.user, input.of)),
  activity: procedure("network.activity")
    .input(readActivitySchema)
    .query(({ ctx, input }) => listNetworkChanges(ctx, ctx.user, input)),
  termsHistory: procedure("network.termsHistory")
    .input(ofUserSchema)
    .query(({ ctx, input }) => listStockistTerms(ctx, ctx.user, input.userId)),
  preview: procedure("network.preview")
    .input(previewSchema)
    .query(({ ctx, input }) => previewChange(ctx, ctx.user, input)),
});
