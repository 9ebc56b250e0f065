import { nothingSchema } from "@portal/shared/platform/ids.ts";
import { confirmProposalSchema, signProposalSchema } from "@portal/shared/office/decisions.ts";
import { decisionLinkSchema, proposalRefSchema } from "@portal/shared/platform/proposals.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  confirmProposal,
  declineByLink,
  declineProposal,
  signProposal,
  withdrawProposal,
} from "./proposal.actions.ts";
import { getByDeclineLink, listProposals } from "./proposal.queries.ts";

export const proposalRouter = router({
  list: procedure("proposals.list")
    .input(nothingSchema)
    .query(({ ctx }) => listProposals(ctx, { viewerId: ctx.user.id, region: ctx.shop.region })),
  /** What a passkey signs to confirm it. */
  sign: procedure("proposals.sign")
    .input(signProposalSchema)
    .mutation(({ ctx, input }) => signProposal(ctx, ctx.user, input)),
  confirm: procedure("proposals.confirm")
    .input(confirmProposalSchema)
    .mutation(({ ctx, input }) => confirmProposal(ctx, ctx.user, input)),
  decline: procedure("proposals.decline")
    .input(proposalRefSchema)
    .mutation(({ ctx, input }) => declineProposal(ctx, ctx.user, input.id)),
  withdraw: procedure("proposals.withdraw")
    .input(proposalRefSchema)
    .mutation(({ ctx, input }) => withdrawProposal(ctx, ctx.user, input.id)),
  /** A mutation although it only reads: the input of a query would appear in URLs and logs. */
  byLink: procedure("proposals.byLink")
    .input(decisionLinkSchema)
    .mutation(({ ctx, input }) => getByDeclineLink(ctx, input.token)),
  declineByLink: procedure("proposals.declineByLink")
    .input(decisionLinkSchema)
    .mutation(({ ctx, input }) => declineByLink(ctx, input.token)),
});
