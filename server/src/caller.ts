import type { Region } from "@portal/shared/platform/region.ts";
import type { DistributorLevel, Role } from "@portal/shared/platform/roles.ts";
import type { Database, ReadDatabase } from "./platform/db/database.ts";
import type { ReadSource } from "./platform/db/read-database.ts";
import type { AddressLookup } from "./gateways/address-lookup/address-lookup.ts";
import type { CardGateway } from "./gateways/card/card-gateway.ts";
import type { Courier } from "./gateways/courier/courier.ts";
import type { Captcha } from "./gateways/captcha/captcha.ts";
import type { Disks } from "./platform/files/disks.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import type { Passwords } from "./gateways/passwords/passwords.ts";
import type { PhoneCheck } from "./gateways/phones/phone-check.ts";
import type { Sessions } from "./gateways/sessions/sessions.ts";
import type { SiteCopies } from "./office/content/site-copies.ts";
import type { LiveFeed } from "./platform/live/live-feed.ts";
import type { JobQueue } from "./platform/jobs/jobs.ts";
import type { Command, Ledger } from "./platform/ledger/ledger.ts";
import type { MessageSources } from "./platform/messages/message-sources.ts";
import type { RestoreCredit } from "./sales/orders/order.actions.ts";

/** Who is asking: the account, and the place in the network as of now. */
export type SignedInUser = Readonly<{
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  level: DistributorLevel | null;
  developer: boolean;
  school: boolean;
  /** Proved that the email is theirs. Whoever did not is shown the profile before anything else. */
  verified: boolean;
  hasPassword: boolean;
  distributorVersion: number;
  /** The distributor's or stockist's own code, for links. */
  code: string | null;
}>;

/** The admin who is somebody else for a while. */
export type Impersonator = Readonly<{ id: number; name: string }>;

/** The session that a request came with; null for a guest. */
export type LiveSession = Readonly<{
  token: string;
  handle: string;
  /** When the password was last typed in it. */
  passwordAt: string | null;
  impersonatorId: number | null;
}>;

/** A line for the log; never a name, an address or a secret. */
export type Log = Readonly<{
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}>;

/** What is the same for every request of this installation. */
export type Shop = Readonly<{
  region: Region;
  publicUrl: string;
  /** Where members and the office have their pages; without one of its own it is the shop. */
  officeUrl?: string;
  /** `WEBSITE_URL`; without it the shop itself is the website. */
  websiteUrl?: string;
  /** Where pictures of maps come from, and whom to name for them; without it addresses have no map. */
  mapTiles?: MapTiles | null;
}>;

/** `url` has `{z}`, `{x}` and `{y}` in it; `attribution` is words, with web addresses in them. */
type MapTiles = Readonly<{ url: string; attribution: string }>;

/** Everything that one request may touch. Tests make one without HTTP. */
export type Caller = Readonly<{
  db: Database;
  /** For pages and lists: connections of their own to the primary, so that what was just written is read. */
  readDb: ReadDatabase;
  /** For reports and what is exported, where a replica may answer, some seconds late (`read-database.ts`). */
  reportDb: ReadDatabase;
  readSource: () => ReadSource;
  ledger: Ledger;
  card: CardGateway;
  courier: Courier;
  sessions: Sessions;
  passwords: Passwords;
  captcha: Captcha;
  phones: PhoneCheck;
  addressLookup: AddressLookup;
  jobs: JobQueue;
  live: LiveFeed;
  copies: SiteCopies;
  files: FileStore;
  disks: Disks;
  messageSources: MessageSources;
  restoreCredit: RestoreCredit;
  shop: Shop;
  /** The link to the office portal, where distributors and stockists order. */
  officeUrl: string;
  log: Log;

  user: SignedInUser | null;
  impersonatedById: number | null;
  session: LiveSession | null;
  /** The browser and system in words, for the list of sessions. */
  device: string;
  /** What this browser was given when it asked for a sign-in code. */
  codeRequestId: string | null;
  /** What this browser keeps while it is signed in here from the other host. */
  handOverKept: string | null;
  /** The distributor's link that this browser came by, where it is still remembered. */
  viaCode: string | null;
  ip: string;
  /** Asked by an address of the office portal. Anyone can say so: it decides where to order, never a right. */
  isOfficeHost: boolean;
  correlationId: string;
  /** The header `Idempotency-Key`, by which a program repeats a change; null without one. */
  idempotencyKey: string | null;
  setCookie: (header: string) => void;
  now: () => string;
  newId: () => string;
}>;

/** What the ledger is told of a request. The asker is part of it, so that nobody else's id is answered. */
export function commandFrom(
  caller: Caller,
  commandId: string,
  request: Readonly<{ action: string; [field: string]: unknown }>,
): Command {
  const actorId = caller.user?.id ?? null;
  return {
    commandId,
    request: { ...request, actorId },
    metadata: {
      actorId,
      impersonatedById: caller.impersonatedById,
      correlationId: caller.correlationId,
      source: "portal",
    },
    occurredAt: caller.now(),
  };
}
