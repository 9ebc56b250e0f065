import {
  acceptRulesSchema,
  addBankRuleSchema,
  bankRuleRefSchema,
  debitRefSchema,
  explainDebitSchema,
  listBankDebitsSchema,
} from "@portal/shared/sales/bank-debits.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import {
  acceptRules,
  addBankRule,
  explainDebit,
  removeBankRule,
  reopenDebit,
} from "./bank-debit.actions.ts";
import { listBankDebits } from "./bank-debit.queries.ts";

export const bankDebitRouter = router({
  list: signedInProcedure
    .input(listBankDebitsSchema)
    .query(({ ctx, input }) => listBankDebits(ctx.readDb, ctx.shop.region, input)),
  explain: signedInProcedure
    .input(explainDebitSchema)
    .mutation(({ ctx, input }) => explainDebit(ctx, ctx.user, input)),
  acceptRules: signedInProcedure
    .input(acceptRulesSchema)
    .mutation(({ ctx, input }) => acceptRules(ctx, ctx.user, input)),
  reopen: signedInProcedure
    .input(debitRefSchema)
    .mutation(({ ctx, input }) => reopenDebit(ctx, input.debitId)),
  addRule: signedInProcedure
    .input(addBankRuleSchema)
    .mutation(({ ctx, input }) => addBankRule(ctx, ctx.user, input)),
  removeRule: signedInProcedure
    .input(bankRuleRefSchema)
    .mutation(({ ctx, input }) => removeBankRule(ctx, input.ruleId)),
});
