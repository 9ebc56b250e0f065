import {
  ignoreCardExceptionSchema,
  listCardMatchSchema,
  reopenCardExceptionSchema,
} from "@portal/shared/sales/card-match.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { ignoreCardException, reopenCardException } from "./card-match.actions.ts";
import { listCardMatch, listSettlementFiles } from "./card-match.queries.ts";

export const cardMatchRouter = router({
  list: signedInProcedure
    .input(listCardMatchSchema)
    .query(({ ctx, input }) => listCardMatch(ctx.readDb, ctx.shop.region, input)),
  files: signedInProcedure.query(({ ctx }) => listSettlementFiles(ctx.readDb)),
  ignore: signedInProcedure
    .input(ignoreCardExceptionSchema)
    .mutation(({ ctx, input }) => ignoreCardException(ctx, ctx.user, input)),
  reopen: signedInProcedure
    .input(reopenCardExceptionSchema)
    .mutation(({ ctx, input }) => reopenCardException(ctx, input.id)),
});
