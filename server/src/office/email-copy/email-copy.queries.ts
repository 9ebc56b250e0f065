import type { CopyWords } from "@portal/shared/office/email-copy.ts";
import {
  type EmailCopyKind,
  emailCopyKinds,
  emailCopyRules,
  hasFixedText,
} from "@portal/shared/office/message-kinds.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";
import { renderWords, type RenderedMessage } from "../../platform/messages/render-message.ts";
import { messageOf } from "../messages/message-catalogue.ts";
import { asMessageWords, findSavedCopy, originalCopy, wordsIn } from "./email-copy.store.ts";
import { sampleValues } from "./sample-values.ts";

/** All messages with editable text, a few dozen, in the order of the code. */
export async function listCopies(db: ReadDatabase) {
  const rows = await db
    .selectFrom("email_copy")
    .select(["kind", "subject", "updated_at as dateUpdated"])
    .execute();
  const saved = new Map(rows.map((row) => [row.kind, row]));
  return emailCopyKinds.map((kind) => {
    const isFixed = hasFixedText(kind);
    const edited = isFixed ? undefined : saved.get(kind);
    return {
      kind,
      title: emailCopyRules[kind].title,
      hasSms: emailCopyRules[kind].hasSms,
      /** It warns or carries a secret. */
      isFixed,
      subject: edited?.subject ?? messageOf(kind).words.subject,
      /** Null for the original text. */
      dateUpdated: edited?.dateUpdated ?? null,
    };
  });
}

export async function getCopy(db: ReadDatabase, kind: EmailCopyKind) {
  const isFixed = hasFixedText(kind);
  const saved = isFixed ? null : await findSavedCopy(db, kind);
  const original = originalCopy(messageOf(kind).words);
  const words = wordsIn(saved ?? original);
  return {
    kind,
    title: emailCopyRules[kind].title,
    isFixed,
    words,
    /** Sent back when the text is saved. */
    version: versionOf(words),
    original,
    dateUpdated: saved?.dateUpdated ?? null,
  };
}

/** The message as it would arrive, with sample data. */
export function previewCopy(
  { shop, user }: Pick<Caller, "shop" | "user">,
  { kind, ...written }: CopyWords & { kind: EmailCopyKind },
): RenderedMessage {
  if (!user) throw new DomainError("access.sign-in-required");
  const words = asMessageWords(kind, messageOf(kind).words, written);
  if (!words) throw new Error("the text passed the input schema, but not the schema of its kind");
  const reader = { firstName: user.firstName, role: user.role };
  return renderWords(words, reader, {}, shop, sampleValues(shop.publicUrl));
}
