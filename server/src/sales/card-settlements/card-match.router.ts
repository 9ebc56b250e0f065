import { nothingSchema } from "@portal/shared/platform/ids.ts";
import {
  bookCardFeesSchema,
  cardLineRefSchema,
  explainCardLineSchema,
  ignoreCardExceptionSchema,
  listCardMatchSchema,
  reopenCardExceptionSchema,
} from "@portal/shared/sales/card-match.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { ignoreCardException, reopenCardException } from "./card-match.actions.ts";
import { bookCardFees, unbookCardFee } from "./card-fees.actions.ts";
import { explainCardLine, reopenCardLine } from "./card-line.actions.ts";
import { listCardMatch } from "./card-match.queries.ts";
import { listSettlementFiles } from "./settlement-file.queries.ts";

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
  explain: procedure("cardMatch.explain")
    .input(explainCardLineSchema)
    .mutation(({ ctx, input }) => explainCardLine(ctx, ctx.user, input)),
  reopenLine: procedure("cardMatch.reopenLine")
    .input(cardLineRefSchema)
    .mutation(({ ctx, input }) => reopenCardLine(ctx, input)),
  bookFees: procedure("cardMatch.bookFees")
    .input(bookCardFeesSchema)
    .mutation(({ ctx, input }) => bookCardFees(ctx, input)),
  unbookFee: procedure("cardMatch.unbookFee")
    .input(cardLineRefSchema)
    .mutation(({ ctx, input }) => unbookCardFee(ctx, input)),
});
