import { nothingSchema } from "@portal/shared/platform/ids.ts";
import {
  bookCardFeesSchema,
  ignoreCardExceptionSchema,
  listCardMatchSchema,
  reopenCardExceptionSchema,
  unbookCardFeeSchema,
} from "@portal/shared/sales/card-match.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { ignoreCardException, reopenCardException } from "./card-match.actions.ts";
import { bookCardFees, unbookCardFee } from "./card-fees.actions.ts";
import { listCardMatch, listSettlementFiles } from "./card-match.queries.ts";

export const cardMatchRouter = router({
  list: procedure("cardMatch.list")
    .input(listCardMatchSchema)
    .query(({ ctx, input }) => listCardMatch(ctx.readDb, ctx.shop.region, input)),
  files: procedure("cardMatch.files")
    .input(nothingSchema)
    .query(({ ctx }) => listSettlementFiles(ctx.readDb)),
  ignore: procedure("cardMatch.ignore")
    .input(ignoreCardExceptionSchema)
    .mutation(({ ctx, input }) => ignoreCardException(ctx, ctx.user, input)),
  reopen: procedure("cardMatch.reopen")
    .input(reopenCardExceptionSchema)
    .mutation(({ ctx, input }) => reopenCardException(ctx, input.id)),
  bookFees: procedure("cardMatch.bookFees")
    .input(bookCardFeesSchema)
    .mutation(({ ctx, input }) => bookCardFees(ctx, input)),
  unbookFee: procedure("cardMatch.unbookFee")
    .input(unbookCardFeeSchema)
    .mutation(({ ctx, input }) => unbookCardFee(ctx, input)),
});
