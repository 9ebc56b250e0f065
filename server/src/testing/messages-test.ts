import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { CodePurpose } from "../platform/db/shop-tables.ts";
import { allMessages, messageOf } from "../office/messages/message-catalogue.ts";
import type { Tx } from "../platform/db/database.ts";
import type { Message } from "../platform/messages/define-message.ts";
import {
  type FormerContacts,
  type MessageContext,
  queueMessage,
} from "../platform/messages/queue-message.ts";
import { type SendContext, sendMessage } from "../platform/messages/send-message.actions.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";
import { test as shopTest, type TestShop } from "./shop-test.ts";

type FormerKind = "email-change-asked" | "email-changed" | "cell-changed";
type SubjectOf<Declared> =
  Declared extends Message<infer Kind, infer Ids>
    ? Readonly<{ kind: Kind }> & Ids & (Kind extends FormerKind ? FormerContacts : unknown)
    : never;
/** Any message with its ids, and for a changed contact where it goes. */
export type MessageSubject = SubjectOf<(typeof allMessages)[number]>;

/** Queues any message by its kind. */
export async function queueSubject(
  tx: Tx,
  context: MessageContext,
  key: string,
  subject: MessageSubject,
): Promise<void> {
  const message = messageOf(subject.kind);
  const former = "formerEmail" in subject ? subject : null;
  await queueMessage(tx, context, key, message, message.ids.parse(subject), { former });
}

/** A recipient that is unique to a test, so that tests do not share rate limits. */
type Reader = Readonly<{ id: number; email: string; cell: string | null }>;

let readers = 0;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export async function aReader(
  { deps }: TestShop,
  changes: Readonly<{ cell?: string | null; firstName?: string }> = {},
): Promise<Reader> {
  readers += 1;
  const email = `reader-${randomUUID()}@shop.test`;
  const cell = changes.cell === undefined ? `+2782${String(1_000_000 + readers)}` : changes.cell;
  const { id } = await deps.db
    .insertInto("account")
    .values({
      email,
      cell,
      password_hash: null,
      first_name: changes.firstName ?? "Nomsa",
      last_name: "Dube",
      role: "customer",
      verified: true,
      parent_id: null,
      margin_bps: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, email, cell };
}

/** A stored request for a code. */
export async function aCodeRequest(
  { deps }: TestShop,
  userId: number,
  purpose: CodePurpose = "sign-in",
): Promise<string> {
  const id = randomUUID();
  await deps.db
    .insertInto("sign_in_code")
    .values({
      id,
      user_id: userId,
      purpose,
      request_hash: createHash("sha256").update(id).digest("hex"),
      created_at: deps.now(),
      expires_at: new Date(Date.parse(deps.now()) + 600_000).toISOString(),
    })
    .execute();
  return id;
}

export type Context = PostOffice &
  Readonly<{
    /** Queues a message and returns the id of the email's row. */
    queue: (subject: MessageSubject, key?: string, now?: () => string) => Promise<number>;
    /** Sends as the job does. */
    send: (messageId: number, changes?: Partial<SendContext>) => Promise<void>;
    rowsOf: (messageId: number) => Promise<Awaited<ReturnType<typeof rowsWith>>>;
  }>;

export const test = shopTest.extend("context", async ({ shop }): Promise<Context> => {
  const { deps } = shop;
  const office = openPostOffice();
  return {
    ...office,
    async queue(subject, key = `${subject.kind}:${randomUUID()}`, now = deps.now) {
      const queue = { ...deps, now };
      await deps.db.transaction().execute((tx) => queueSubject(tx, queue, key, subject));
      const { id } = await deps.db
        .selectFrom("message")
        .select("id")
        .where("message_key", "=", key)
        .where("channel", "=", "email")
        .executeTakeFirstOrThrow();
      return id;
    },
    send: (messageId, changes = {}) =>
      sendMessage({ ...deps, ...office, log: silent, ...changes }, messageId),
    rowsOf: (messageId) => rowsWith(shop, messageId),
  };
});

function rowsWith({ deps }: TestShop, messageId: number) {
  return deps.db
    .selectFrom("message")
    .innerJoin("message as requested", "requested.message_key", "message.message_key")
    .selectAll("message")
    .where("requested.id", "=", messageId)
    .orderBy("message.id")
    .execute();
}

/** All rows of the tables that concern messages, as one text. */
export async function everythingStored({ deps }: TestShop): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select message::text as line from message
    union all select job_outbox::text from job_outbox
    union all select sign_in_code::text from sign_in_code
    union all select account_link::text from account_link
    union all select audit_entry::text from audit_entry
    union all select rate_limit::text from rate_limit`.execute(deps.db);
  return rows.map(({ line }) => line).join("\n");
}
