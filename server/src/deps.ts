import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { Metric } from "prom-client";
import type { Services } from "./caller.ts";
import type { Monitoring } from "./platform/http/monitoring.ts";
import type { RunSimulation } from "./projections/simulation/simulate-plan.actions.ts";

/** The dependencies of the server; tests replace the clock, ids and gateways. */
export type Deps = Services &
  Readonly<{
    /** `OFFICE_HOST_PATTERN`. */
    officeHostPattern: string;
    runSimulation: RunSimulation;
  }>;

export type AppOptions = Readonly<{
  logLevel: string;
  /** Receives each line of the log. */
  keepLogLine: ((line: string) => void) | null;
  trustProxy: boolean | number | string[];
  /** Metrics of this process, exported in addition to those of its requests. */
  metrics: readonly Metric[];
  /** Counts a refusal for the metrics. */
  countRefusal: (code: DomainErrorCode) => void;
  /** Exposes internal metrics to other machines; without a token or a port they are available on this machine only. */
  monitoring: Monitoring;
  /** Serves the API documentation under /api. */
  apiDocs: boolean;
  /** Runs jobs and serves health endpoints only. */
  isWorkerOnly: boolean;
  /** Whether this process is about to stop and should get no new requests. */
  isDraining: () => boolean;
  /** The built web client, or null if it is served elsewhere. */
  webFolder: string | null;
  /** The card provider's stand-in, for `PAYFAST_MODE=local` without an external provider. */
  sandbox: Readonly<{
    merchantId: string;
    merchantKey: string;
    passphrase: string | null;
    notifyUrl: () => string;
  }> | null;
  /** Stripe's stand-in, for `STRIPE_MODE=local`. */
  sandboxStripe: Readonly<{
    secretKey: string;
    webhookSecret: string;
    notifyUrl: () => string;
  }> | null;
  /** The courier's stand-in, which sends its tracking events to this URL. */
  sandboxCourier: Readonly<{ webhookUrl: () => string }> | null;
  /** The key that authenticates the courier's tracking events; null: all are refused. */
  courierWebhookKey: string | null;
}>;
