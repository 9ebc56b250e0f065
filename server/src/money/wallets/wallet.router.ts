import { nothingSchema } from "@portal/shared/platform/ids.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { statementSchema } from "@portal/shared/money/statements.ts";
import {
  answerEntryQuestionSchema,
  askAboutEntrySchema,
  convertToCreditSchema,
  listEntryQuestionsSchema,
  moneyBackSchema,
  repayCommissionSchema,
  requestPayoutSchema,
  stockistCardSchema,
  undoRepaymentSchema,
  walletEntriesSchema,
  walletPayoutsSchema,
  walletRefSchema,
} from "@portal/shared/money/wallet-entries.ts";
import { orderRefSchema, payWithCreditSchema } from "@portal/shared/sales/orders/save-order.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { getStatementView } from "../statements/statement.queries.ts";
import { memberAskedFor } from "../statements/statement.actions.ts";
import { answerEntryQuestion, askAboutEntry } from "./entry-question.actions.ts";
import { listEntryQuestions } from "./entry-question.queries.ts";
import { readStockistCard } from "./stockist-card.queries.ts";
import { listLevelOneCommission, listWalletEntries } from "./wallet-entries.queries.ts";
import {
  convertToCredit,
  getCreditForOrder,
  getOwnWallet,
  payWithCredit,
  requestPayout,
} from "./wallet.actions.ts";
import { repayCommission } from "./repaid-commission.actions.ts";
import { findMoneyBack, listOwing } from "./repaid-commission.queries.ts";
import { undoRepayment } from "./undo-repayment.actions.ts";
import { listWalletMonths, listWalletPayouts } from "./wallet.queries.ts";

export const walletRouter = router({
  mine: procedure("wallet.mine")
    .input(walletRefSchema)
    .query(({ ctx, input }) => getOwnWallet(ctx, memberAskedFor(ctx.user, input.memberId))),
  entries: procedure("wallet.entries")
    .input(walletEntriesSchema)
    .query(({ ctx, input }) =>
      listWalletEntries(
        ctx.readDb,
        { userId: memberAskedFor(ctx.user, input.memberId), region: ctx.shop.region },
        input,
      ),
    ),
  payouts: procedure("wallet.payouts")
    .input(walletPayoutsSchema)
    .query(({ ctx, input }) =>
      listWalletPayouts(ctx.readDb, memberAskedFor(ctx.user, input.memberId), input),
    ),
  months: procedure("wallet.months")
    .input(nothingSchema)
    .query(({ ctx }) =>
      listWalletMonths(ctx.readDb, {
        userId: ctx.user.id,
        region: ctx.shop.region,
        now: ctx.now(),
      }),
    ),
  levelOneCommission: procedure("wallet.levelOneCommission")
    .input(nothingSchema)
    .query(({ ctx }) => listLevelOneCommission(ctx.readDb, ctx.user.id)),
  statement: procedure("wallet.statement")
    .input(statementSchema)
    .query(({ ctx, input: { memberId, month } }) =>
      getStatementView(ctx.readDb, ctx.shop.region, {
        memberId: memberAskedFor(ctx.user, memberId),
        month,
      }),
    ),
  requestPayout: procedure("wallet.requestPayout")
    .input(requestPayoutSchema)
    .mutation(({ ctx, input }) => requestPayout(ctx, ctx.user.id, input)),
  convertToCredit: procedure("wallet.convertToCredit")
    .input(convertToCreditSchema)
    .mutation(({ ctx, input }) => convertToCredit(ctx, ctx.user.id, input)),
  askAboutEntry: procedure("wallet.askAboutEntry")
    .input(askAboutEntrySchema)
    .mutation(({ ctx, input }) => askAboutEntry(ctx, ctx.user.id, input)),
  questions: procedure("wallet.questions")
    .input(listEntryQuestionsSchema)
    .query(({ ctx, input }) => listEntryQuestions(ctx.readDb, input)),
  answerQuestion: procedure("wallet.answerQuestion")
    .input(answerEntryQuestionSchema)
    .mutation(async ({ ctx, input }) => {
      if (input.credit !== null) await requireRecentAuthentication(ctx);
      return answerEntryQuestion(ctx, ctx.user, input);
    }),
  owing: procedure("wallet.owing")
    .input(nothingSchema)
    .query(({ ctx }) => listOwing(ctx.readDb, ctx.shop.region)),
  repay: procedure("wallet.repay")
    .input(repayCommissionSchema)
    .mutation(({ ctx, input }) => repayCommission(ctx, ctx.user, input)),
  undoRepayment: procedure("wallet.undoRepayment")
    .input(undoRepaymentSchema)
    .mutation(({ ctx, input }) => undoRepayment(ctx, ctx.user, input)),
  moneyBack: procedure("wallet.moneyBack")
    .input(moneyBackSchema)
    .query(({ ctx, input }) => findMoneyBack(ctx.readDb, input.lineId)),
  stockistCard: procedure("wallet.stockistCard")
    .input(stockistCardSchema)
    .query(({ ctx, input }) => readStockistCard(ctx, ctx.user, input.userId)),
});

/** Merged into the procedures `orders`. */
export const orderCreditRouter = router({
  creditFor: procedure("orders.creditFor")
    .input(orderRefSchema)
    .query(({ ctx, input }) => getCreditForOrder(ctx, ctx.user.id, input.uuid)),
  payWithCredit: procedure("orders.payWithCredit")
    .input(payWithCreditSchema)
    .mutation(({ ctx, input }) => payWithCredit(ctx, ctx.user.id, input)),
});
