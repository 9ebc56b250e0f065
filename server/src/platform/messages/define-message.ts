import type { MessageKind } from "@portal/shared/office/message-kinds.ts";
import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ShownRole } from "@portal/shared/platform/roles.ts";
import type { z } from "zod";
import type { Database, ReadDatabase } from "../db/database.ts";
import type { Values } from "./fill-words.ts";

/**
 * Known to the recipient alone; empty for kinds without one. `oneClick` is the address by which a mail service unsubscribes
 * (RFC 8058): in a header of the mail, not in its text.
 */
export type Secret = Readonly<{ code?: string; link?: string; oneClick?: string }>;

export type Sites = Readonly<{ publicUrl: string; officeUrl?: string }>;

/** The text of one message. Placeholders in braces are filled in when it is sent. */
export type MessageWords = Readonly<{
  subject: string;
  /** One sentence that mailboxes show beside the subject, also on locked phones: nothing secret. May be empty. */
  preheader: string;
  /** `{{code}}` alone in its paragraph is shown large. */
  paragraphs: readonly string[];
  button?: Readonly<{ label: string; leadsTo: string }>;
  /** With it, it also goes by SMS. At most 160 characters with a URL of 40. No names: letters outside GSM-7 would shorten the limit. */
  sms?: string;
}>;

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

export type ShopSite = Readonly<{ region: Region; publicUrl: string }>;

/** What generating a code or link needs. */
export type MintContext = Readonly<{
  db: Database;
  passwords: Readonly<{ hash: (secret: string) => Promise<string> }>;
  shop: Sites;
  now: () => string;
}>;

/** The ids of the subject, so that no personal data are in a queue. Null where the reader may have no account. */
type Subject = Readonly<{ userId: number | null }>;

/** What queueing a message needs of it. */
export type MessageHead<Ids extends Subject = Subject> = Readonly<{
  kind: MessageKind;
  ids: z.ZodType<Ids>;
  /** Whether it holds a code or a link, which is requested anew and never resent. */
  isSecret: boolean;
  /** Whether it also goes by SMS, where a number is known. */
  isForPhone: boolean;
}>;

type Declaration<Kind extends MessageKind, Ids extends Subject> = Readonly<{
  /** With its class in `shared/src/office/message-kinds.ts`. */
  kind: Kind;
  ids: z.ZodType<Ids>;
  /** Null where the recipient no longer exists. */
  to: (db: Database, ids: Ids, now: string) => Promise<Addressee | null>;
  /** Asked when the message is about to be sent; always, where it is left out. */
  isStillWanted?: (db: ReadDatabase, ids: Ids, now: string) => Promise<boolean>;
  /** Whether a person proved the address, for the class `work-if-proved`. */
  isProved?: (db: ReadDatabase, ids: Ids) => Promise<boolean>;
  /** Generates codes or links when it is sent, so that they are stored nowhere in clear; null where they are no longer needed. */
  secret?: (context: MintContext, ids: Ids, ways: Ways) => Promise<Secrets | null>;
  /** How long a secret lives: a code is bound to one browser, and a retry makes a new one. An hour where it is left out. */
  lasts?: "code" | "week";
  /** The values of the placeholders, read when it is sent. */
  facts?: (db: ReadDatabase, ids: Ids, shop: ShopSite) => Promise<Values>;
  words: MessageWords;
  /** Words that are stored for this one message, instead of those of its kind; `words` is null where they are broken. */
  ownWords?: (
    db: ReadDatabase,
    ids: Ids,
    wordsOf: (kind: MessageKind) => MessageWords,
  ) => Promise<{ words: MessageWords | null } | null>;
}>;

export type Message<
  Kind extends MessageKind = MessageKind,
  Ids extends Subject = Subject,
> = MessageHead<Ids> &
  Readonly<{
    kind: Kind;
    lasts: "code" | "week" | null;
    words: MessageWords;
    /** With the ids that the outbox has. @throws where they are not of this kind */
    open: (stored: unknown) => OpenMessage;
  }>;

/** A message with its ids. */
export type OpenMessage = Readonly<{
  message: Message;
  /** As the outbox stores it. */
  about: Readonly<{ kind: MessageKind; userId: number | null }>;
  isStillWanted: (db: ReadDatabase, now: string) => Promise<boolean>;
  isProved: (db: ReadDatabase) => Promise<boolean>;
  findAddressee: (db: Database, now: string) => Promise<Addressee | null>;
  mintSecrets: (context: MintContext, ways: Ways) => Promise<Secrets | null>;
  getFacts: (db: ReadDatabase, shop: ShopSite) => Promise<Values>;
  findOwnWords: (
    db: ReadDatabase,
    wordsOf: (kind: MessageKind) => MessageWords,
  ) => Promise<{ words: MessageWords | null } | null>;
}>;

/** Everything about one kind of message, in the area that sends it (docs/architecture.md, "A message"). */
export function defineMessage<Kind extends MessageKind, Ids extends Subject>(
  declared: Declaration<Kind, Ids>,
): Message<Kind, Ids> {
  const { kind, ids: schema, to, words } = declared;
  const message: Message<Kind, Ids> = {
    kind,
    ids: schema,
    isSecret: declared.secret !== undefined,
    isForPhone: words.sms !== undefined,
    lasts: declared.lasts ?? null,
    words,
    open(stored) {
      const ids = schema.parse(stored);
      return {
        message,
        about: { ...ids, kind },
        isStillWanted: async (db, now) => (await declared.isStillWanted?.(db, ids, now)) ?? true,
        isProved: async (db) => (await declared.isProved?.(db, ids)) ?? false,
        findAddressee: (db, now) => to(db, ids, now),
        mintSecrets: async (context, ways) =>
          declared.secret ? declared.secret(context, ids, ways) : { email: {}, sms: {} },
        getFacts: async (db, shop) => (await declared.facts?.(db, ids, shop)) ?? {},
        findOwnWords: async (db, wordsOf) => (await declared.ownWords?.(db, ids, wordsOf)) ?? null,
      };
    },
  };
  return message;
}

/** The messages by kind, and the words that the office wrote (`registrations.ts`). */
export type Messages = Readonly<{
  ofKind: (kind: MessageKind) => Message;
  /** Also asked for kinds of another release, which this one does not know. */
  isSecret: (kind: MessageKind) => boolean;
  /** Null where there are none; `words` is null where they are broken. */
  findWrittenWords: (
    db: ReadDatabase,
    message: Message,
  ) => Promise<{ words: MessageWords | null } | null>;
}>;
