import { owedPeopleSchema, unpaidOrdersSchema } from "@portal/shared/money/owed.ts";
import {
  remindableSchema,
  remindSchema,
  stopRemindersSchema,
} from "@portal/shared/money/payment-reminders.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { getCreditHolders, getOwedMembers, getUnpaidOrders } from "./owed.actions.ts";
import { getRemindable, sendReminders, stopReminders } from "./payment-reminder.actions.ts";

export const owedRouter = router({
  orders: procedure("owed.orders")
    .input(unpaidOrdersSchema)
    .query(({ ctx, input }) => getUnpaidOrders(ctx, input)),
  members: procedure("owed.members")
    .input(owedPeopleSchema)
    .query(({ ctx, input }) => getOwedMembers(ctx, input)),
  credit: procedure("owed.credit")
    .input(owedPeopleSchema)
    .query(({ ctx, input }) => getCreditHolders(ctx, input)),
  remindable: procedure("owed.remindable")
    .input(remindableSchema)
    .query(({ ctx, input }) => getRemindable(ctx, input)),
  remind: procedure("owed.remind")
    .input(remindSchema)
    .mutation(({ ctx, input }) => sendReminders(ctx, ctx.user, input)),
  stopReminders: procedure("owed.stopReminders")
    .input(stopRemindersSchema)
    .mutation(({ ctx, input }) => stopReminders(ctx, input.token)),
});
