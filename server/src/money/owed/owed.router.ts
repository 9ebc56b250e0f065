import { owedPeopleSchema, unpaidOrdersSchema } from "@portal/shared/money/owed.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { getCreditHolders, getOwedMembers, getUnpaidOrders } from "./owed.actions.ts";

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
});
