import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Delivery } from "../../platform/messages/senders.ts";

type Sender<Message> = Readonly<{ send: (message: Message) => Promise<Delivery> }>;

/**
 * Writes every message into a folder as one JSON file, after it was sent (`MAIL_SINK` and `SMS_SINK` of .env.example). The
 * files contain codes and links, so only their owner may read them.
 */
export function withSink<Message extends Readonly<{ messageKey: string }>>(
  sender: Sender<Message>,
  folder: string,
): Sender<Message> {
  return {
    async send(message) {
      const delivery = await sender.send(message);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${message.messageKey.replaceAll(/[^\w.-]/g, "-").slice(0, 100)}.${randomUUID()}`;
      const file = path.join(folder, name);
      // Renamed, so that a program that watches the folder never reads a partial file.
      await writeFile(`${file}.tmp`, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 });
      await rename(`${file}.tmp`, `${file}.json`);
      return delivery;
    },
  };
}

/** Without a mail server or an SMS provider: messages can be read in Sent emails. */
export const keepOnly = { send: async (): Promise<Delivery> => "kept" } as const;
