import {
  applyBankLineSchema,
  bankColumnsRefSchema,
  bankLineRefSchema,
  ignoreBankLineSchema,
  listBankLinesSchema,
  undoBankLineSchema,
} from "@portal/shared/sales/bank-lines.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { forgetBankColumns } from "./bank-columns.actions.ts";
import {
  applyBankLine,
  ignoreBankLine,
  reopenBankLine,
  undoBankLine,
} from "./bank-line.actions.ts";
import { listBankLines } from "./bank-line.queries.ts";

export const bankLineRouter = router({
  list: signedInProcedure
    .input(listBankLinesSchema)
    .query(({ ctx, input }) => listBankLines(ctx.readDb, ctx.shop.region, input)),
  use: confirmedProcedure
    .input(applyBankLineSchema)
    .mutation(({ ctx, input }) => applyBankLine(ctx, ctx.user, input)),
  ignore: signedInProcedure
    .input(ignoreBankLineSchema)
    .mutation(({ ctx, input }) => ignoreBankLine(ctx, ctx.user, input)),
  reopen: signedInProcedure
    .input(bankLineRefSchema)
    .mutation(({ ctx, input }) => reopenBankLine(ctx, ctx.user, input.lineId)),
  forgetColumns: signedInProcedure
    .input(bankColumnsRefSchema)
    .mutation(({ ctx, input }) => forgetBankColumns(ctx, input.columnsId)),
  undo: signedInProcedure
    .input(undoBankLineSchema)
    .mutation(({ ctx, input }) => undoBankLine(ctx, input)),
});
