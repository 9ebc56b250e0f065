import {
  type CopyWords,
  type EmailCopyKind,
  emailCopyKinds,
  emailCopyRules,
} from "@portal/shared/office/email-copy.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";
import { renderWords, type RenderedMessage } from "../../platform/messages/render-message.ts";
import { sampleValues } from "../../platform/messages/templates/fill-words.ts";
import { asMessageWords, findSavedCopy, originalWords, wordsIn } from "./email-copy.store.ts";

export type ListedCopy = {
  kind: EmailCopyKind;
  title: string;
  subject: string;
  hasSms: boolean;
  /** Null: the original words. */
  dateUpdated: string | null;
};

/** Every message whose words can be changed, in the order of the code; there are a few dozen. */
export async function listCopies(db: ReadDatabase): Promise<ListedCopy[]> {
  const rows = await db
    .selectFrom("email_copy")
    .select(["kind", "subject", "updated_at as dateUpdated"])
    .execute();
  const saved = new Map(rows.map((row) => [row.kind, row]));
  return emailCopyKinds.map((kind) => ({
    kind,
    title: emailCopyRules[kind].title,
    hasSms: emailCopyRules[kind].hasSms,
    subject: saved.get(kind)?.subject ?? originalWords(kind).subject,
    dateUpdated: saved.get(kind)?.dateUpdated ?? null,
  }));
}

export type OpenedCopy = {
  kind: EmailCopyKind;
  title: string;
  words: CopyWords;
  original: CopyWords;
  dateUpdated: string | null;
  /** To be sent back when they are saved. */
  version: string;
};

export async function getCopy(db: ReadDatabase, kind: EmailCopyKind): Promise<OpenedCopy> {
  const saved = await findSavedCopy(db, kind);
  const original = originalWords(kind);
  const words = wordsIn(saved ?? original);
  return {
    kind,
    title: emailCopyRules[kind].title,
    words,
    version: versionOf(words),
    original,
    dateUpdated: saved?.dateUpdated ?? null,
  };
}

/** The message as it would arrive, about an order and a person that are not there. */
export function previewCopy(
  { shop, user }: Pick<Caller, "shop" | "user">,
  { kind, ...written }: CopyWords & { kind: EmailCopyKind },
): RenderedMessage {
  if (!user) throw new DomainError("access.sign-in-required");
  const words = asMessageWords(kind, written);
  if (!words) throw new Error("what the schema let through is broken");
  const reader = { firstName: user.firstName, role: user.role };
  return renderWords(words, reader, {}, shop, sampleValues(shop.publicUrl));
}
