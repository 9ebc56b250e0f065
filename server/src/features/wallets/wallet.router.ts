import { commandIdSchema } from "@portal/shared/ids.ts";
import { walletEntriesSchema } from "@portal/shared/wallet-entries.ts";
import { z } from "zod";
import { router, signedInProcedure } from "../../http/trpc.ts";
import { getOwnWallet, requestPayout } from "./wallet.actions.ts";
import { listWalletEntries } from "./wallet.queries.ts";

export const walletRouter = router({
  mine: signedInProcedure.query(({ ctx }) => getOwnWallet(ctx, ctx.user.id)),
  entries: signedInProcedure
    .input(walletEntriesSchema)
    .query(({ ctx, input }) => listWalletEntries(ctx.readDb, ctx.user.id, input)),
  requestPayout: signedInProcedure
    .input(z.object({ commandId: commandIdSchema }))
    .mutation(({ ctx, input }) => requestPayout(ctx, ctx.user.id, input.commandId)),
});
