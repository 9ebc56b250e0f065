import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ShownRole } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import type { Database, ReadDatabase } from "../db/database.ts";
import type { MessageAbout } from "./message-kinds.ts";
import type { Secret } from "./render-message.ts";
import type { Values } from "./templates/fill-words.ts";
import type { MessageWords } from "./templates/message-words.ts";

export type Addressee = Readonly<{
  firstName: string;
  role: ShownRole;
  email: string;
  /** The number that codes go to. */
  cell: string | null;
}>;

/** What the mail holds and what the SMS holds: only what came by mail proves that the email is somebody's. */
export type Secrets = Readonly<Record<MessageChannel, Secret>>;

/** Where the message goes; without an address, where it does not go that way. */
export type Ways = Readonly<Partial<Record<MessageChannel, string>>>;

/** Sending knows no business: what a message is about comes from these (`registrations.ts` names who gives them). */
export type MessageSources = Readonly<{
  /** Whether a message is still to be sent when its turn comes. */
  isStillWanted: (db: ReadDatabase, about: MessageAbout) => Promise<boolean>;
  /** Null: there is nobody to write to any more. */
  findAddressee: (db: Database, about: MessageAbout, now: string) => Promise<Addressee | null>;
  /** What the words of the message are filled in with. */
  getFacts: (
    db: ReadDatabase,
    about: MessageAbout,
    shop: Readonly<{ region: Region; publicUrl: string }>,
  ) => Promise<Values>;
  /** The codes or links of a message; null when they are not asked for any more. */
  mintSecrets: (
    context: Pick<Caller, "db" | "passwords" | "shop" | "now">,
    about: MessageAbout,
    ways: Ways,
  ) => Promise<Secrets | null>;
  /** The office's own words: null where nobody wrote any; `words` is null where what was written is broken. */
  findWrittenWords: (
    db: ReadDatabase,
    about: MessageAbout,
  ) => Promise<{ words: MessageWords | null } | null>;
}>;
