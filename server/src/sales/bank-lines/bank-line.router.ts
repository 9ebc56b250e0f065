import {
  applyBankLineSchema,
  bankColumnsRefSchema,
  bankLineRefSchema,
  ignoreBankLineSchema,
  listBankLinesSchema,
  undoBankLineSchema,
} from "@portal/shared/sales/bank-lines.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { forgetBankColumns } from "./bank-columns.actions.ts";
import { applyBankLine, ignoreBankLine, reopenBankLine } from "./bank-line.actions.ts";
import { listBankLines } from "./bank-line.queries.ts";
import { undoBankLine } from "./undo-bank-line.actions.ts";

export const bankLineRouter = router({
  list: procedure("bankLines.list")
    .input(listBankLinesSchema)
    .query(({ ctx, input }) => listBankLines(ctx.readDb, ctx.shop.region, input)),
  use: procedure("bankLines.use")
    .input(applyBankLineSchema)
    .mutation(({ ctx, input }) => applyBankLine(ctx, ctx.user, input)),
  ignore: procedure("bankLines.ignore")
    .input(ignoreBankLineSchema)
    .mutation(({ ctx, input }) => ignoreBankLine(ctx, ctx.user, input)),
  reopen: procedure("bankLines.reopen")
    .input(bankLineRefSchema)
    .mutation(({ ctx, input }) => reopenBankLine(ctx, ctx.user, input)),
  forgetColumns: procedure("bankLines.forgetColumns")
    .input(bankColumnsRefSchema)
    .mutation(({ ctx, input }) => forgetBankColumns(ctx, input.columnsId)),
  undo: procedure("bankLines.undo")
    .input(undoBankLineSchema)
    .mutation(({ ctx, input }) => undoBankLine(ctx, ctx.user, input)),
});
