import {
  type CopyWords,
  copyWordsSchema,
  type EmailCopyKind,
  isForAnyEyes,
} from "@portal/shared/office/email-copy.ts";
import {
  type MessageWords,
  messageWords,
} from "../../platform/messages/templates/message-words.ts";

const betweenParagraphs = /(?:[^\S\n]*\r?\n){2,}/;

/** The words of the code, as the office's form shows them. */
export function originalWords(kind: EmailCopyKind): CopyWords {
  const { subject, paragraphs, button, sms } = messageWords[kind];
  return {
    subject,
    body: paragraphs.join("\n\n"),
    buttonLabel: button?.label ?? "",
    sms: sms ?? "",
  };
}

/**
 * What somebody wrote, as a message is made of it: where the button leads stays ours.
 *
 * @returns null where the words are not such as may be saved, whatever wrote them
 */
export function asMessageWords(kind: EmailCopyKind, written: CopyWords): MessageWords | null {
  const checked = copyWordsSchema(kind).safeParse(written);
  if (!checked.success) return null;
  const { subject, body, buttonLabel, sms } = checked.data;
  const original = messageWords[kind];
  const paragraphs = body.split(betweenParagraphs).filter((words) => words.trim() !== "");
  return {
    subject,
    // A sentence of ours could contradict theirs.
    preheader: body === originalWords(kind).body ? original.preheader : sentenceToShow(paragraphs),
    paragraphs,
    ...(original.button && { button: { ...original.button, label: buttonLabel } }),
    ...(original.sms !== undefined && { sms }),
  };
}

/** The first sentence that says something, holds nothing secret and is not the greeting. */
function sentenceToShow(paragraphs: readonly string[]): string {
  const says = paragraphs.find(
    (words) => isForAnyEyes(words) && /[\p{L}\d] .*[\p{L}\d]/su.test(words),
  );
  return /^.*?[.!?](?=\s|$)/s.exec(says ?? "")?.[0] ?? says ?? "";
}
