import { confirmProposalSchema, signProposalSchema } from "@portal/shared/office/decisions.ts";
import { decisionLinkSchema, proposalRefSchema } from "@portal/shared/platform/proposals.ts";
import {
  confirmedProcedure,
  procedure,
  router,
  signedInProcedure,
} from "../../platform/http/trpc.ts";
import {
  confirmProposal,
  declineByLink,
  declineProposal,
  signProposal,
  withdrawProposal,
} from "./proposal.actions.ts";
import { getByDeclineLink, listProposals } from "./proposal.queries.ts";

export const proposalRouter = router({
  list: signedInProcedure.query(({ ctx }) =>
    listProposals(ctx, { viewerId: ctx.user.id, region: ctx.shop.region }),
  ),
  /** What a passkey signs to confirm it. */
  sign: signedInProcedure
    .input(signProposalSchema)
    .mutation(({ ctx, input }) => signProposal(ctx, ctx.user, input)),
  confirm: confirmedProcedure
    .input(confirmProposalSchema)
    .mutation(({ ctx, input }) => confirmProposal(ctx, ctx.user, input)),
  decline: signedInProcedure
    .input(proposalRefSchema)
    .mutation(({ ctx, input }) => declineProposal(ctx, ctx.user, input.id)),
  withdraw: signedInProcedure
    .input(proposalRefSchema)
    .mutation(({ ctx, input }) => withdrawProposal(ctx, ctx.user, input.id)),
  /** A mutation although it only reads: the input of a query would appear in URLs and logs. */
  byLink: procedure
    .input(decisionLinkSchema)
    .mutation(({ ctx, input }) => getByDeclineLink(ctx, input.token)),
  declineByLink: procedure
    .input(decisionLinkSchema)
    .mutation(({ ctx, input }) => declineByLink(ctx, input.token)),
});
