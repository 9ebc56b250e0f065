import { existsSync } from "node:fs";
import path from "node:path";
import { loadEnvFile } from "node:process";
import { type EnvSource, problemsAcross } from "./env-rules.ts";
import { type EnvVariables, envVariables, secretVariables } from "./env-variables.ts";
import { payfastAddresses } from "./gateways/card/payfast-addresses.ts";
import { StartError } from "./platform/start-error.ts";

/** What the server was told from outside. This file is the only reader of the environment. */
export type Env = ReturnType<typeof toEnv>;

/** Reads the environment, or stops with one sentence for each variable that is wrong. */
export function readEnv(source: EnvSource = process.env): Env {
  const given = withoutEmpty(source);
  const parsed = envVariables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => inWords(issue, given));
  problems.push(...problemsAcross(given));
  if (!parsed.success || problems.length > 0) {
    throw new StartError(problems.join("\n"), { exitCode: 2 });
  }
  return toEnv(parsed.data);
}

/** The same, after the file `.env` of the checkout; what is set outside wins over the file. */
export function readEnvWithFile(checkout: string): Env {
  const file = path.join(checkout, ".env");
  if (existsSync(file)) loadEnvFile(file);
  return readEnv();
}

/** `NAME=` in a file means the same as no line at all. */
function withoutEmpty(source: EnvSource): EnvSource {
  return Object.fromEntries(
    Object.entries(source)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== ""),
  );
}

function inWords(issue: { path: PropertyKey[]; message: string }, given: EnvSource): string {
  const name = String(issue.path[0]);
  const shown = secretVariables.has(name) ? "" : `, not ${JSON.stringify(given[name])}`;
  return `${name} ${issue.message}${shown}.`;
}

function toEnv(given: EnvVariables) {
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`;
  return {
    databaseUrl: given.DATABASE_URL ?? null,
    databaseReadUrl: given.DATABASE_READ_URL ?? null,
    ...keptIn(given),
    isProduction: given.NODE_ENV === "production",
    role: given.ROLE,
    logLevel: given.LOG_LEVEL,
    host: given.HOST,
    port: given.PORT,
    publicUrl,
    trustProxy: given.TRUST_PROXY,
    monitoringToken: given.MONITORING_TOKEN ?? null,
    apiDocs: given.API_DOCS ? given.API_DOCS === "on" : given.NODE_ENV !== "production",
    sessionDays: given.SESSION_DAYS,
    officeHostPattern: given.OFFICE_HOST_PATTERN,
    officeUrl:
      given.OFFICE_URL ?? (given.PUBLIC_URL ? publicUrl : `http://office.localhost:${given.PORT}`),
    websiteUrl: given.WEBSITE_URL ?? null,
    region: given.REGION,
    payfast: {
      mode: given.PAYFAST_MODE,
      merchantId: given.PAYFAST_MERCHANT_ID,
      merchantKey: given.PAYFAST_MERCHANT_KEY,
      passphrase: given.PAYFAST_PASSPHRASE ?? null,
      baseUrl: given.PAYFAST_BASE_URL ?? payfastAddresses[given.PAYFAST_MODE].baseUrl,
      allowedCidrs: given.PAYFAST_ALLOWED_CIDRS ?? payfastAddresses[given.PAYFAST_MODE].cidrs,
      sourceHosts: given.PAYFAST_ALLOWED_CIDRS ? [] : payfastAddresses[given.PAYFAST_MODE].hosts,
    },
    courier: {
      mode: given.COURIER_MODE,
      apiKey: given.COURIER_API_KEY ?? null,
      baseUrl: given.COURIER_BASE_URL ?? null,
      webhookKey: given.COURIER_WEBHOOK_KEY ?? null,
    },
    mail: {
      smtpUrl: given.SMTP_URL ?? null,
      from: given.MAIL_FROM ?? null,
      sinkDir: folder(given.MAIL_SINK) ?? outboxOf(given, !given.SMTP_URL, "mail"),
    },
    sms: {
      apiToken: given.SMS_MODE === "bulksms" ? (given.SMS_API_TOKEN ?? null) : null,
      sinkDir: folder(given.SMS_SINK) ?? outboxOf(given, given.SMS_MODE === "local", "sms"),
    },
    phoneCheckUrl: given.PHONE_CHECK_URL ?? null,
    addressLookupUrl: given.ADDRESS_LOOKUP_URL ?? null,
    mapTiles: mapTiles(given),
    captcha: {
      mode: given.CAPTCHA_MODE,
      siteKey: given.RECAPTCHA_SITE_KEY ?? "",
      secret: given.RECAPTCHA_SECRET ?? "",
    },
    firstAdmin:
      given.ADMIN_EMAIL && given.ADMIN_PASSWORD
        ? { email: given.ADMIN_EMAIL, password: given.ADMIN_PASSWORD }
        : null,
    seed: given.SEED ?? (isDemo(given) ? "demo" : "none"),
  } as const;
}

/** Where files are, and whose seals are believed. */
function keptIn(given: EnvVariables) {
  const dataDir = path.resolve(given.DATA_DIR);
  const below = (name: string, own?: string) => path.resolve(own ?? path.join(dataDir, name));
  return {
    dataDir,
    filesDir: below("files", given.FILES_DIR),
    anchorDir: below("anchors", given.ANCHOR_DIR),
    sealPublicKeys: given.SEAL_PUBLIC_KEYS,
  };
}

function mapTiles({ MAP_TILE_URL: url, MAP_ATTRIBUTION: attribution }: EnvVariables) {
  return url !== undefined && attribution !== undefined ? { url, attribution } : null;
}

/** Only what nobody has claimed as their own is filled with a demo unasked. */
function isDemo(given: EnvVariables): boolean {
  return !given.DATABASE_URL && !given.ADMIN_EMAIL && given.PAYFAST_MODE === "local";
}

/** Whoever tries the demo reads codes and links in files; nothing of it is sent. */
function outboxOf(given: EnvVariables, isUnsent: boolean, name: string): string | null {
  return isUnsent && isDemo(given) ? path.resolve(given.DATA_DIR, "outbox", name) : null;
}

function folder(given: string | undefined): string | null {
  return given ? path.resolve(given) : null;
}
