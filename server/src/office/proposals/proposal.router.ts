import { proposalRefSchema } from "@portal/shared/platform/proposals.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { confirmProposal, declineProposal } from "./proposal.actions.ts";
import { listProposals } from "./proposal.queries.ts";

export const proposalRouter = router({
  list: signedInProcedure.query(({ ctx }) =>
    listProposals(ctx.readDb, { viewerId: ctx.user.id, region: ctx.shop.region }),
  ),
  confirm: confirmedProcedure
    .input(proposalRefSchema)
    .mutation(({ ctx, input }) => confirmProposal(ctx, ctx.user, input.id)),
  decline: signedInProcedure
    .input(proposalRefSchema)
    .mutation(({ ctx, input }) => declineProposal(ctx, ctx.user, input.id)),
});
