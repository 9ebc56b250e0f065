import { acts, waits } from "@portal/shared/platform/acts.ts";
import { decisionKinds, type ProposalState } from "@portal/shared/platform/proposals.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { rowOf, rowsOf } from "../db/rows.ts";
import { queueAgain } from "../messages/message.store.ts";
import type { MessageHead } from "../messages/define-message.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { findProposal, type Proposal } from "./proposal.store.ts";

const outcomes = [
  "confirmed",
  "declined",
  "withdrawn",
  "expired",
  "void",
] as const satisfies readonly ProposalState[];

const noticeIds = z.object({
  userId: z.int().positive().nullable(),
  proposalId: z.guid(),
  stage: z.enum(["made", "half", "last-day", ...outcomes]),
});
export type Notice = z.infer<typeof noticeIds>;

/** What an email about a decision says; the last ones are outcomes. */
export type NoticeStage = Notice["stage"];

/** What queueing needs of the email; what it says is known where decisions are carried out. */
export const decisionNotice = {
  kind: "proposal",
  ids: noticeIds,
  isSecret: true,
  isForPhone: false,
} as const satisfies MessageHead<Notice>;

type Context = Pick<Caller, "jobs" | "now">;

/**
 * Emails everybody who is told of a decision (docs/domain.md, "Decisions of two admins"). Told twice at one stage, it is
 * one email.
 */
export async function tellOfDecision(
  tx: Tx,
  context: Context,
  proposalId: string,
  stage: NoticeStage,
): Promise<void> {
  const proposal = await findProposal(tx, proposalId);
  if (!proposal) throw new Error(`there is no decision ${proposalId}`);
  const about = { proposalId, stage };
  const key = `proposal-${stage}:${proposalId}`;
  await queueMessage(tx, context, `${key}:shop`, decisionNotice, { ...about, userId: null });
  for (const { id, email } of await listFormerContacts(tx))
    await queueMessage(
      tx,
      context,
      `${key}:former-${id}`,
      decisionNotice,
      { ...about, userId: null },
      { email },
    );
  for (const userId of await listTold(tx, proposal))
    await queueMessage(tx, context, `${key}:${userId}`, decisionNotice, { ...about, userId });
}

const toldRow = z.strictObject({ id: z.int() });

/** The accounts that are told, all of whom may decline: admins, also locked ones, and some who left lately. */
export async function listTold(
  db: Tx | Database | ReadDatabase,
  { change }: Pick<Proposal, "change">,
): Promise<number[]> {
  const { formerAdminsHear } = acts[decisionKinds[change.kind].act];
  const subjectId = change.kind === "deactivate" ? change.data.userId : null;
  const rows = await rowsOf(
    db,
    toldRow,
    sql`
    select account.id from account
    where account.role = 'admin' and account.password_hash is not null
      and (account.active or account.id = ${subjectId} or (${formerAdminsHear}
        and account.left_office_at > now() - make_interval(secs => ${waits.LOOKBACK})
        and not exists (
          select from decision
          where decision.kind = 'deactivate' and decision.way = 'confirmed'
            and (decision.data ->> 'userId')::integer = account.id
            and decision.used_at >= account.left_office_at)))
    order by account.id`,
  );
  return rows.map(({ id }) => id);
}

const contactRow = z.strictObject({ id: z.guid(), email: z.string() });

/** Where the shop was written to until lately, by the decision that changed it. */
async function listFormerContacts(tx: Tx): Promise<z.infer<typeof contactRow>[]> {
  return rowsOf(
    tx,
    contactRow,
    sql`
    select decision.id, decision.data ->> 'before' as email from decision
    where decision.kind = 'contact' and decision.data ->> 'before' <> ''
      and decision.used_at > now() - make_interval(secs => ${waits.LOOKBACK})`,
  );
}

/** How far the notices of a proposal are. */
export type Notices = Readonly<z.infer<typeof noticesRow>>;
const noticesRow = z.strictObject({
  /** Neither taken by the mail server yet nor refused for good. */
  waiting: z.int(),
  /** Taken by the mail server. */
  sent: z.int(),
  /** The addresses that refused it for good. */
  notReached: z.array(z.string()).readonly(),
});

/** @param countKept whether a mail that is only kept, because there is no mail server, counts as sent */
export async function findNotices(
  db: Tx | Database | ReadDatabase,
  proposalId: string,
  { countKept }: Readonly<{ countKept: boolean }>,
): Promise<Notices> {
  return rowOf(
    db,
    noticesRow,
    sql`
    select count(*) filter (where not (message.state in ('sent', 'refused')
        or (message.state = 'kept' and ${countKept})))::integer as waiting,
      count(*) filter (where message.state = 'sent'
        or (message.state = 'kept' and ${countKept}))::integer as sent,
      coalesce(array_agg(message.to_address order by message.id)
        filter (where message.state = 'refused' and message.to_address is not null), '{}')
        as "notReached"
    from message
    where message.kind = 'proposal' and message.about ->> 'proposalId' = ${proposalId}
      and message.about ->> 'stage' = 'made' and message.channel = 'email'`,
  );
}

const messageRow = z.strictObject({ id: z.int() });

/** A notice that was tried in vain for hours is tried again: the wait does not begin without it. */
export async function retryNotices(
  tx: Tx,
  { jobs }: Pick<Caller, "jobs">,
  proposalId: string,
): Promise<void> {
  const rows = await rowsOf(
    tx,
    messageRow,
    sql`
    select message.id from message
    where message.kind = 'proposal' and message.about ->> 'proposalId' = ${proposalId}
      and message.about ->> 'stage' = 'made' and message.state in ('failed', 'dropped')`,
  );
  for (const { id } of rows)
    if (await queueAgain(tx, id, "same address"))
      await jobs.enqueue(tx, "message", { messageId: id }, { isUrgent: true });
}
