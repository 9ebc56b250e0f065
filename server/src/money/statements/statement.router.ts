import { nothingSchema } from "@portal/shared/platform/ids.ts";
import {
  balanceOnSchema,
  closeMonthSchema,
  commissionRegisterSchema,
  statementMonthsSchema,
} from "@portal/shared/money/statements.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { getCalendar, listCents, listClosings } from "./closing.queries.ts";
import { closeMonth } from "./closing.actions.ts";
import { listRegister } from "./commission-register.actions.ts";
import { memberAskedFor } from "./statement.actions.ts";
import { findSellerNames, getBalanceOn, listStatementMonths } from "./statement.queries.ts";

export const statementRouter = router({
  months: procedure("statements.months")
    .input(statementMonthsSchema)
    .query(async ({ ctx, input }) => {
      const memberId = memberAskedFor(ctx.user, input.memberId);
      const calendar = await getCalendar(ctx.readDb, ctx.shop.region);
      const { currency } = calendar;
      const now = ctx.now();
      const months = await listStatementMonths(ctx.readDb, calendar, { memberId, now });
      const names = await findSellerNames(ctx.readDb, [memberId]);
      return { memberId, name: names[memberId] ?? "", currency, region: ctx.shop.region, months };
    }),
  balanceOn: procedure("statements.balanceOn")
    .input(balanceOnSchema)
    .query(({ ctx, input }) => getBalanceOn(ctx.readDb, ctx.shop.region, input)),
  closings: procedure("statements.closings")
    .input(nothingSchema)
    .query(({ ctx }) => listClosings(ctx.readDb, ctx.shop.region, ctx.now())),
  close: procedure("statements.close")
    .input(closeMonthSchema)
    .mutation(({ ctx, input }) => closeMonth(ctx, input)),
  register: procedure("statements.register")
    .input(commissionRegisterSchema)
    .query(({ ctx, input }) => listRegister(ctx, input)),
  cents: procedure("statements.cents")
    .input(nothingSchema)
    .query(async ({ ctx }) => {
      const calendar = await getCalendar(ctx.readDb, ctx.shop.region);
      return {
        currency: calendar.currency,
        months: await listCents(ctx.readDb, calendar),
      };
    }),
});
