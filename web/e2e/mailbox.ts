import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { mailFolder, smsFolder } from "./lane.ts";

const messageSchema = z.object({
  messageKey: z.string(),
  to: z.string(),
  subject: z.string().default(""),
  text: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

const arrivesWithinMs = 15_000;

/** The emails sent to an address so far, in no particular order. */
export function mailsTo(address: string, folder = mailFolder): Promise<Message[]> {
  return messagesIn(folder, address);
}

export function smsTo(number: string): Promise<Message[]> {
  return messagesIn(smsFolder, number);
}

/** Waits for a new email with the given text, to the address or, for null, to anybody. */
export async function nextMail(
  address: string | null,
  {
    after,
    saying,
    folder,
  }: Readonly<{ after: readonly Message[]; saying: RegExp; folder?: string }>,
): Promise<Message> {
  const known = new Set(after.map(({ messageKey, text }) => messageKey + text));
  const giveUpAt = Date.now() + arrivesWithinMs;
  while (Date.now() < giveUpAt) {
    const found = (await messagesIn(folder ?? mailFolder, address)).find(
      ({ messageKey, subject, text }) =>
        !known.has(messageKey + text) && saying.test(`${subject}\n${text}`),
    );
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${address ?? "anybody"} says ${saying}.`);
}

/** The link to a page in an email. */
export function linkIn({ text }: Message, page: string): string {
  const found = new RegExp(`https?://\\S+(/${page}#[0-9a-f-]{36})`).exec(text)?.[1];
  if (!found) throw new Error(`No link to /${page} in: ${text}`);
  return found;
}

async function messagesIn(folder: string, to: string | null): Promise<Message[]> {
  const names = await readdir(folder).catch(() => []);
  const messages: Message[] = [];
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    // A file that is still being written is not valid JSON yet; the next poll reads it.
    const parsed = messageSchema.safeParse(await readJson(path.join(folder, name)));
    if (parsed.success && (to === null || parsed.data.to === to)) messages.push(parsed.data);
  }
  return messages;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return null;
  }
}
