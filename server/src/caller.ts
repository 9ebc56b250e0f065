import type { Region } from "@portal/shared/platform/region.ts";
import type { LiveSession, SignedInUser, WaitingUser } from "./platform/access/signed-in.ts";
import type { Log } from "./platform/log.ts";
import type { Database, ReadDatabase } from "./platform/db/database.ts";
import type { ReadSource } from "./platform/db/read-database.ts";
import type { AccountDigest } from "./platform/proposals/account-digest.ts";
import type { AddressLookup } from "./gateways/address-lookup/address-lookup.ts";
import type { CardGateway } from "./gateways/card/card-gateway.ts";
import type { Courier } from "./gateways/courier/courier.ts";
import type { Captcha } from "./gateways/captcha/captcha.ts";
import type { Disks } from "./platform/files/disks.ts";
import type { Factors } from "./gateways/factors/factors.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import type { Passwords } from "./gateways/passwords/passwords.ts";
import type { PhoneCheck } from "./gateways/phones/phone-check.ts";
import type { Sessions } from "./gateways/sessions/sessions.ts";
import type { SiteCopies } from "./office/content/site-copies.ts";
import type { LiveFeed } from "./platform/live/live-feed.ts";
import type { JobQueue } from "./platform/jobs/jobs.ts";
import type { Command, Ledger } from "./platform/ledger/ledger.ts";
import type { Messages } from "./platform/messages/define-message.ts";
import type { ReadBooks } from "./projections/books/read-books.ts";
import type { FindClosedBooks, FindLeaderBps } from "./catalogue/shop-settings/settings.store.ts";
import type { CommissionOf } from "./platform/proposals/frozen-commission.ts";
import type { RestoreCredit } from "./sales/orders/restore-credit.ts";

/** The settings of this installation. */
export type Shop = Readonly<{
  region: Region;
  publicUrl: string;
  /** The pages of members and the office; by default the shop's own address. */
  officeUrl?: string;
  /** `WEBSITE_URL`; by default the shop itself. */
  websiteUrl?: string;
  /** Without map tiles, addresses have no map. */
  mapTiles?: MapTiles | null;
  /** Real people and money: a notice that no mail server took has not reached anybody. */
  isProduction?: boolean;
}>;

/** `url` contains `{z}`, `{x}` and `{y}`; `attribution` is text with web addresses. */
type MapTiles = Readonly<{ url: string; attribution: string }>;

/** What all requests share. */
export type Services = Readonly<{
  db: Database;
  /** For pages and lists: separate connections to the primary, so that they read the latest writes. */
  readDb: ReadDatabase;
  /** For reports and exports, which a replica may serve with a lag of seconds (`read-database.ts`). */
  reportDb: ReadDatabase;
  readSource: () => ReadSource;
  ledger: Ledger;
  card: CardGateway;
  courier: Courier;
  sessions: Sessions;
  passwords: Passwords;
  factors: Factors;
  accountDigest: AccountDigest;
  captcha: Captcha;
  phones: PhoneCheck;
  addressLookup: AddressLookup;
  jobs: JobQueue;
  live: LiveFeed;
  copies: SiteCopies;
  files: FileStore;
  disks: Disks;
  messages: Messages;
  restoreCredit: RestoreCredit;
  findClosedBooks: FindClosedBooks;
  findLeaderBps: FindLeaderBps;
  commissionOf: CommissionOf;
  readBooks: ReadBooks;
  shop: Shop;
  /** The link to the office portal, where distributors and stockists order. */
  officeUrl: string;
  now: () => string;
  newId: () => string;
}>;

/** The context of one request. Tests create it without HTTP. */
export type Caller = Services &
  Readonly<{
    log: Log;
    /** Null for a guest, and while the second factor is missing. */
    user: SignedInUser | null;
    waiting: WaitingUser | null;
    impersonatedById: number | null;
    session: LiveSession | null;
    /** Browser and operating system in words, for the list of sessions. */
    device: string;
    /** The cookie set when this browser requested a sign-in code. */
    codeRequestId: string | null;
    /** The secret of a browser in which somebody signed in before (`known-browser.store.ts`). */
    knownBrowser: string | null;
    /** The browser's secret during a sign-in handed over from the other host. */
    handOverKept: string | null;
    /** The code of the distributor's link that this browser followed, while its cookie lasts. */
    viaCode: string | null;
    ip: string;
    /** The request was made to the office portal's host. Spoofable: decides where to order, never a permission. */
    isOfficeHost: boolean;
    correlationId: string;
    /** The header `Idempotency-Key`. */
    idempotencyKey: string | null;
    /** Set while a decision of two admins is carried out, in the name of the one who proposed it. */
    decision?: Readonly<{ id: string; confirmedById: number | null }> | null | undefined;
    setCookie: (header: string) => void;
  }>;

/** Who makes a command, and when. */
type CommandCaller = Pick<
  Caller,
  "user" | "impersonatedById" | "correlationId" | "decision" | "now"
>;

/** The ledger command of a request. It includes the actor, so that a command id is never answered for another user. */
export function commandFrom(
  caller: CommandCaller,
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
      ...(caller.decision && {
        decisionId: caller.decision.id,
        confirmedById: caller.decision.confirmedById,
      }),
    },
    occurredAt: caller.now(),
  };
}
