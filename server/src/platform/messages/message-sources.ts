import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ShownRole } from "@portal/shared/platform/roles.ts";
import type { Database, ReadDatabase } from "../db/database.ts";
import type { MessageAbout } from "./message-kinds.ts";
import type { Secret } from "./render-message.ts";
import type { Values } from "./templates/fill-words.ts";
import type { MessageWords } from "./templates/message-words.ts";

/** The person that a message goes to. */
export type Addressee = Readonly<{
  firstName: string;
  role: ShownRole;
  email: string;
  /** The number that codes go to. */
  cell: string | null;
}>;

/** Different for each channel: only the secret of the email proves ownership of the address. */
export type Secrets = Readonly<Record<MessageChannel, Secret>>;

/** The address for each channel that the message goes by. */
export type Ways = Readonly<Partial<Record<MessageChannel, string>>>;

/**
 * Sending knows no business, so the content of a message comes from here (`registrations.ts` wires them up).
 *
 * @typeParam Context what generating a secret needs
 */
export type MessageSources<Context> = Readonly<{
  /** Asked when the message is about to be sent. */
  isStillWanted: (db: ReadDatabase, about: MessageAbout) => Promise<boolean>;
  /** Whether a person proved the address: the account's email is verified, or the order was paid. */
  isProved: (db: ReadDatabase, about: MessageAbout) => Promise<boolean>;
  /** Null where the recipient no longer exists. */
  findAddressee: (db: Database, about: MessageAbout, now: string) => Promise<Addressee | null>;
  /** The values of the placeholders. */
  getFacts: (
    db: ReadDatabase,
    about: MessageAbout,
    shop: Readonly<{ region: Region; publicUrl: string }>,
  ) => Promise<Values>;
  /** Generates codes or links; null where they are no longer needed. */
  mintSecrets: (context: Context, about: MessageAbout, ways: Ways) => Promise<Secrets | null>;
  /** The office's own copy: null where there is none; `words` is null where it is broken. */
  findWrittenWords: (
    db: ReadDatabase,
    about: MessageAbout,
  ) => Promise<{ words: MessageWords | null } | null>;
}>;
