import { cellHoldHours } from "@portal/shared/platform/constants.ts";
import type { MessageKind } from "@portal/shared/office/message-kinds.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ListMessages, MessageState } from "@portal/shared/platform/messages.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { likePattern, pageOf, periodOfDays } from "../db/list-filters.ts";
import type { ReadDatabase } from "../db/database.ts";
import type { Messages } from "./define-message.ts";

/** Where it went, or would go if it were sent now; empty where the recipient no longer exists. */
const recipient = sql<string>`coalesce(message.to_address,
  case when message.channel = 'email' then account.email
    when account.cell_changed_at > now() - make_interval(hours => ${cellHoldHours})
      then account.former_cell
    when account.cell_confirmed then account.cell end, '')`;

export async function listMessages(
  { readDb, shop, messages: known }: Pick<Caller, "readDb" | "shop" | "messages">,
  { search, state, channel, userId, from: first, to: last, sort, ...page }: ListMessages,
) {
  const { from, until } = await periodOfDays(readDb, shop.region, { from: first, to: last });
  let matching = messages(readDb);
  // What was refused has failed too.
  if (state === "failed") matching = matching.where("message.state", "in", ["failed", "refused"]);
  else if (state) matching = matching.where("message.state", "=", state);
  if (channel) matching = matching.where("message.channel", "=", channel);
  if (userId) matching = matching.where("message.user_id", "=", userId);
  if (from !== null) matching = matching.where("message.created_at", ">=", from);
  if (until !== null) matching = matching.where("message.created_at", "<", until);
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where((message) =>
      message.or([message(recipient, "ilike", pattern), message("subject", "ilike", pattern)]),
    );
  }
  const { rows, total } = await matching
    .select(listedColumns)
    .orderBy(sort.by === "subject" ? "message.subject" : "message.created_at", sort.direction)
    .orderBy("message.id", sort.direction)
    .$call((list) => pageOf(list, page));
  return { rows: rows.map((row) => listed(row, known)), total };
}

/** With its text; codes and links are masked. @throws DomainError message.unknown */
export async function getMessage(db: ReadDatabase, known: Pick<Messages, "isSecret">, id: number) {
  const row = await messages(db)
    .select([...listedColumns, "message.html", "message.text"])
    .where("message.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("message.unknown");
  return { ...listed(row, known), text: row.text ?? "" };
}

function messages(db: ReadDatabase) {
  return db.selectFrom("message").leftJoin("account", "account.id", "message.user_id");
}

const listedColumns = [
  "message.id",
  "message.channel",
  "message.kind",
  recipient.as("to"),
  "message.user_id as userId",
  "message.subject",
  "message.state",
  "message.attempts",
  "message.created_at as createdAt",
  "message.sent_at as sentAt",
  "message.failure",
] as const;

function listed<
  Row extends Readonly<{ state: MessageState; kind: MessageKind; subject: string | null }>,
>(row: Row, known: Pick<Messages, "isSecret">) {
  return {
    ...row,
    subject: row.subject ?? "",
    canResend: row.state !== "queued" && !known.isSecret(row.kind),
  };
}
