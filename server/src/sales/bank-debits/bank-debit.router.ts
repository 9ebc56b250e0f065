import {
  acceptRulesSchema,
  addBankRuleSchema,
  bankRuleRefSchema,
  debitRefSchema,
  explainDebitSchema,
  listBankDebitsSchema,
} from "@portal/shared/sales/bank-debits.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  acceptRules,
  addBankRule,
  explainDebit,
  removeBankRule,
  reopenDebit,
} from "./bank-debit.actions.ts";
import { listBankDebits } from "./bank-debit.queries.ts";

export const bankDebitRouter = router({
  list: procedure("bankDebits.list")
    .input(listBankDebitsSchema)
    .query(({ ctx, input }) => listBankDebits(ctx.readDb, ctx.shop.region, input)),
  explain: procedure("bankDebits.explain")
    .input(explainDebitSchema)
    .mutation(({ ctx, input }) => explainDebit(ctx, ctx.user, input)),
  acceptRules: procedure("bankDebits.acceptRules")
    .input(acceptRulesSchema)
    .mutation(({ ctx, input }) => acceptRules(ctx, ctx.user, input)),
  reopen: procedure("bankDebits.reopen")
    .input(debitRefSchema)
    .mutation(({ ctx, input }) => reopenDebit(ctx, input)),
  addRule: procedure("bankDebits.addRule")
    .input(addBankRuleSchema)
    .mutation(({ ctx, input }) => addBankRule(ctx, ctx.user, input)),
  removeRule: procedure("bankDebits.removeRule")
    .input(bankRuleRefSchema)
    .mutation(({ ctx, input }) => removeBankRule(ctx, input.ruleId)),
});
