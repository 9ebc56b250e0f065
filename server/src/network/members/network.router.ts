import { ofUserSchema } from "@portal/shared/platform/ids.ts";
import {
  previewSchema,
  readActivitySchema,
  readLevelsSchema,
  readTreeSchema,
} from "@portal/shared/network/network-tree.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { listNetworkChanges, listStockistTerms } from "./network-activity.queries.ts";
import { readLevels } from "./network-levels.queries.ts";
import { previewChange } from "./network-preview.actions.ts";
import { readTree } from "./network-tree.queries.ts";

export const networkRouter = router({
  tree: signedInProcedure
    .input(readTreeSchema)
    .query(({ ctx, input }) => readTree(ctx, ctx.user, input)),
  levels: signedInProcedure
    .input(readLevelsSchema)
    .query(({ ctx, input }) => readLevels(ctx, ctx.user, input.of)),
  activity: signedInProcedure
    .input(readActivitySchema)
    .query(({ ctx, input }) => listNetworkChanges(ctx, ctx.user, input)),
  termsHistory: signedInProcedure
    .input(ofUserSchema)
    .query(({ ctx, input }) => listStockistTerms(ctx, ctx.user, input.userId)),
  preview: signedInProcedure
    .input(previewSchema)
    .query(({ ctx, input }) => previewChange(ctx, ctx.user, input)),
});
