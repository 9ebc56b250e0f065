import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { Metric } from "prom-client";
import type { Caller } from "./caller.ts";
import type { Monitoring } from "./platform/http/monitoring.ts";
import type { RunSimulation } from "./projections/simulation/simulate-plan.actions.ts";

/** What the server needs from outside: tests bring their own clock, ids and provider. */
export type Deps = Pick<
  Caller,
  | "db"
  | "readDb"
  | "reportDb"
  | "readSource"
  | "ledger"
  | "card"
  | "courier"
  | "sessions"
  | "passwords"
  | "captcha"
  | "phones"
  | "addressLookup"
  | "jobs"
  | "live"
  | "copies"
  | "files"
  | "disks"
  | "messageSources"
  | "restoreCredit"
  | "shop"
  | "officeUrl"
  | "now"
  | "newId"
> &
  Readonly<{
    /** `OFFICE_HOST_PATTERN`. */
    officeHostPattern: string;
    runSimulation: RunSimulation;
  }>;

/** How this installation is reached and shown. */
export type AppOptions = Readonly<{
  logLevel: string;
  /** Told each line that the log writes; null where nobody keeps them. */
  keepLogLine: ((line: string) => void) | null;
  trustProxy: boolean | number | string[];
  /** Figures of this process that are exported beside those of its requests. */
  metrics: readonly Metric[];
  /** Told each refusal, for those figures. */
  countRefusal: (code: DomainErrorCode) => void;
  /** Opens the figures of the inside to other machines; without a token and a port they are for this one alone. */
  monitoring: Monitoring;
  /** The description of the calls under /api is served. */
  apiDocs: boolean;
  /** Jobs run here, and only health is answered. */
  isWorkerOnly: boolean;
  /** Whether this process is about to stop and wants no new requests. */
  isDraining: () => boolean;
  /** The built web client, or null where something else serves it. */
  webFolder: string | null;
  /** The provider's stand-in, for `PAYFAST_MODE=local` without a provider elsewhere. */
  sandbox: Readonly<{
    merchantId: string;
    merchantKey: string;
    passphrase: string | null;
    notifyUrl: () => string;
  }> | null;
  /** The courier's stand-in answers here, and tells its news to this address; null where it does not. */
  sandboxCourier: Readonly<{ webhookUrl: () => string }> | null;
  /** What the courier proves itself with when it brings news; null: nobody may. */
  courierWebhookKey: string | null;
}>;
