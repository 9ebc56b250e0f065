import { existsSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { loadEnvFile } from "node:process";
import { regions } from "@portal/shared/platform/region.ts";
import { z } from "zod";
import { payfastAddresses } from "./gateways/card/payfast-addresses.ts";
import { type EnvSource, problemsAcross, warningsAcross } from "./env-rules.ts";
import { usualConnections } from "./platform/db/pool-sizes.ts";
import { StartError } from "./platform/start-error.ts";

/** The configuration of the server. This file is the only reader of the environment. */
export type Env = ReturnType<typeof toEnv>;

/** @throws StartError with one sentence for each invalid variable */
export function readEnv(source: EnvSource = process.env): Env {
  const given = withoutEmpty(source);
  const parsed = envVariables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => inWords(issue, given));
  problems.push(...problemsAcross(given, Object.keys(envVariables.shape)));
  if (!parsed.success || problems.length > 0) {
    throw new StartError(problems.join("\n"), { exitCode: 2 });
  }
  return toEnv(parsed.data);
}

/** Also reads the file `.env` of the checkout; the environment takes precedence over the file. */
export function readEnvWithFile(checkout: string): Env {
  const file = path.join(checkout, ".env");
  if (existsSync(file)) loadEnvFile(file);
  return readEnv();
}

/** `NAME=` in a file means that the variable is not set. */
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
    databaseOwnerUrl: given.DATABASE_OWNER_URL ?? null,
    databaseReadUrl: given.DATABASE_READ_URL ?? null,
    databaseDiskPath: folder(given.DATABASE_DISK_PATH),
    databaseConnections: given.DATABASE_CONNECTIONS ?? usualConnections[given.ROLE],
    ...storageOf(given),
    isProduction: given.NODE_ENV === "production",
    role: given.ROLE,
    logLevel: given.LOG_LEVEL,
    host: given.HOST,
    port: given.PORT,
    publicUrl,
    trustProxy: given.TRUST_PROXY,
    monitoring: { token: given.MONITORING_TOKEN ?? null, port: given.MONITORING_PORT ?? null },
    apiDocs: given.API_DOCS ? given.API_DOCS === "on" : given.NODE_ENV !== "production",
    tracesUrl: given.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    drainSeconds: given.DRAIN_SECONDS ?? (given.NODE_ENV === "production" ? 5 : 0),
    sessionDays: given.SESSION_DAYS,
    officeHostPattern: given.OFFICE_HOST_PATTERN,
    officeUrl: given.OFFICE_URL ?? officeOn(publicUrl),
    websiteUrl: given.WEBSITE_URL ?? null,
    region: given.REGION,
    payfast: {
      mode: given.PAYFAST_MODE,
      merchantId: given.PAYFAST_MERCHANT_ID,
      merchantKey: given.PAYFAST_MERCHANT_KEY,
      passphrase: given.PAYFAST_PASSPHRASE ?? null,
      baseUrl: given.PAYFAST_BASE_URL ?? payfastAddresses[given.PAYFAST_MODE].baseUrl,
      allowedCidrs: [
        ...payfastAddresses[given.PAYFAST_MODE].cidrs,
        ...(given.PAYFAST_ALLOWED_CIDRS ?? []),
      ],
      sourceHosts: payfastAddresses[given.PAYFAST_MODE].hosts,
    },
    stripe: stripeOf(given),
    /** Of the provider that this shop's orders are paid through. */
    cardMode: cardModeOf(given),
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
    mapTiles: given.MAP_TILES ?? null,
    captcha: {
      mode: given.CAPTCHA_MODE,
      ...(given.RECAPTCHA_KEYS ?? { siteKey: "", secret: "" }),
    },
    firstAdmin:
      given.ADMIN_EMAIL && given.ADMIN_PASSWORD
        ? { email: given.ADMIN_EMAIL, password: given.ADMIN_PASSWORD }
        : null,
    seed: given.SEED ?? (isDemo(given) ? "demo" : "none"),
    warnings: warningsAcross(given),
  } as const;
}

/** On one machine the office has a host of its own without any setting; elsewhere its name has to exist. */
function officeOn(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (url.hostname !== "localhost") return publicUrl;
  return `${url.protocol}//office.${url.host}`;
}

/** The folders of files, and the trusted seal keys. */
function storageOf(given: EnvVariables) {
  const dataDir = path.resolve(given.DATA_DIR);
  const below = (name: string, own?: string) => path.resolve(own ?? path.join(dataDir, name));
  return {
    dataDir,
    filesDir: below("files", given.FILES_DIR),
    filesBucketUrl: given.FILES_BUCKET_URL ?? null,
    anchorDir: below("anchors", given.ANCHOR_DIR),
    sealPublicKeys: given.SEAL_PUBLIC_KEYS,
  };
}

/** Null where pounds and dollars are not paid through Stripe. The keys of the stand-in are no secret. */
function stripeOf(given: EnvVariables) {
  const { STRIPE_MODE: mode } = given;
  if (mode === "off") return null;
  return {
    mode,
    secretKey: given.STRIPE_SECRET_KEY ?? "sk_test_standInOfThisServer",
    webhookSecret: given.STRIPE_WEBHOOK_SECRET ?? "whsec_standInOfThisServer",
    baseUrl: given.STRIPE_BASE_URL ?? null,
  };
}

function cardModeOf({ STRIPE_MODE, PAYFAST_MODE }: EnvVariables) {
  return STRIPE_MODE === "off" ? PAYFAST_MODE : STRIPE_MODE;
}

/** Only an unconfigured installation is filled with demo data by default. */
function isDemo(given: EnvVariables): boolean {
  return !given.DATABASE_URL && !given.ADMIN_EMAIL && cardModeOf(given) === "local";
}

/** In the demo, messages are written to files instead of sent, so that their codes and links can be read. */
function outboxOf(given: EnvVariables, isUnsent: boolean, name: string): string | null {
  return isUnsent && isDemo(given) ? path.resolve(given.DATA_DIR, "outbox", name) : null;
}

function folder(given: string | undefined): string | null {
  return given ? path.resolve(given) : null;
}

type EnvVariables = z.infer<typeof envVariables>;

/** Their values are never printed, not even in error messages. */
export const secretVariables: ReadonlySet<string> = new Set([
  "FILES_BUCKET_URL",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_READ_URL",
  "PAYFAST_MERCHANT_KEY",
  "PAYFAST_PASSPHRASE",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "COURIER_API_KEY",
  "COURIER_WEBHOOK_KEY",
  "MONITORING_TOKEN",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "SMTP_URL",
  "SMS_API_TOKEN",
  "RECAPTCHA_KEYS",
  "PHONE_CHECK_URL",
  "ADDRESS_LOOKUP_URL",
  "MAP_TILES",
  "ADMIN_PASSWORD",
]);

const text = z.string();
const tileAddress =
  "an address like https://tiles.example.com/{z}/{x}/{y}.png, with {z}, {x} and {y} after the host";
const webAddress = address("an address like https://shop.example.com", /^https?$/);
const connectionString = address(
  "a PostgreSQL connection string like postgres://user:password@host:5432/portal",
  /^postgres(ql)?$/,
);

/** Every variable of the server. Messages complete the sentence "NAME …, not VALUE." */
export const envVariables = z.object({
  NODE_ENV: oneOf(["production", "development", "test"]).optional(),
  ROLE: oneOf(["all", "web", "worker"]).default("all"),
  LOG_LEVEL: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),

  DATABASE_URL: connectionString.optional(),
  DATABASE_OWNER_URL: connectionString.optional(),
  DATABASE_READ_URL: connectionString.optional(),
  DATABASE_CONNECTIONS: wholeNumber(1, 500).optional(),
  DATABASE_DISK_PATH: text.optional(),
  DATA_DIR: text.default(".data"),
  FILES_DIR: text.optional(),
  FILES_BUCKET_URL: address(
    "an address like https://KEY:SECRET@s3.example.com/BUCKET?region=REGION",
    /^https?$/,
  )
    .refine(namesBucket, { error: "must name a bucket, a key and its secret" })
    .optional(),
  ANCHOR_DIR: text.optional(),
  SEAL_PUBLIC_KEYS: text
    .refine((given) => sealKeys(given).every(isSealKey), {
      error: "must be a list of public keys in base64, separated by commas",
    })
    .transform(sealKeys)
    .default([]),
  SEED: oneOf(["demo", "none"]).optional(),
  ADMIN_EMAIL: z.email({ error: "must be an email address" }).optional(),
  ADMIN_PASSWORD: text.min(8, { error: "must have at least 8 characters" }).optional(),

  HOST: text.default("localhost"),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: webAddress.transform(withoutTrailingSlash).optional(),
  OFFICE_URL: webAddress.transform(withoutTrailingSlash).optional(),
  WEBSITE_URL: webAddress.optional(),
  OFFICE_HOST_PATTERN: text
    .refine(isPattern, { error: "must be a regular expression like ^office" })
    .default("office"),
  TRUST_PROXY: text
    .refine((given) => trustProxy(given) !== null, {
      error: "must be true, false, a number of proxies, or a list of addresses like 10.0.0.0/8",
    })
    .transform((given) => trustProxy(given) ?? false)
    .default(false),
  MONITORING_TOKEN: text.min(16, { error: "must have 16 characters or more" }).optional(),
  MONITORING_PORT: wholeNumber(1, 65_535).optional(),
  API_DOCS: oneOf(["on", "off"]).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.transform(withoutTrailingSlash).optional(),
  DRAIN_SECONDS: wholeNumber(0, 60).optional(),
  SESSION_DAYS: wholeNumber(1, 365).default(30),
  REGION: oneOf(regions).default("za"),

  PAYFAST_MODE: oneOf(["local", "sandbox", "live"]).default("local"),
  PAYFAST_MERCHANT_ID: text
    .regex(/^\d+$/, { error: "must be the number that the provider gave" })
    .default("10000100"),
  PAYFAST_MERCHANT_KEY: text.default("46f0cd694581a"),
  PAYFAST_PASSPHRASE: text.optional(),
  PAYFAST_BASE_URL: webAddress.transform(withoutTrailingSlash).optional(),
  PAYFAST_ALLOWED_CIDRS: text
    .refine((given) => addressRanges(given).every(isAddressRange), {
      error: "must be a list of addresses or ranges like 197.97.145.144/28, separated by commas",
    })
    .transform(addressRanges)
    .optional(),

  STRIPE_MODE: oneOf(["off", "local", "sandbox", "live"]).default("off"),
  STRIPE_SECRET_KEY: text
    .regex(/^[sr]k_(?:test|live)_\w{8,200}$/, { error: "must be a secret or restricted key" })
    .optional(),
  STRIPE_WEBHOOK_SECRET: text
    .regex(/^whsec_[\w+/=]{16,200}$/, { error: "must be the signing secret of the endpoint" })
    .optional(),
  STRIPE_BASE_URL: webAddress.transform(withoutTrailingSlash).optional(),

  COURIER_MODE: oneOf(["local", "courier-guy"]).default("local"),
  COURIER_API_KEY: text.optional(),
  COURIER_BASE_URL: webAddress.transform(withoutTrailingSlash).optional(),
  COURIER_WEBHOOK_KEY: text.min(16, { error: "must have 16 characters or more" }).optional(),
  SMTP_URL: address("an email server like smtps://user:password@host:465", /^smtps?$/).optional(),
  MAIL_FROM: z.email({ error: "must be an email address" }).optional(),
  MAIL_SINK: text.optional(),
  SMS_MODE: oneOf(["local", "bulksms"]).default("local"),
  SMS_API_TOKEN: text.regex(/^[^\s:]+:\S+$/, { error: "must be written id:secret" }).optional(),
  SMS_SINK: text.optional(),
  PHONE_CHECK_URL: webAddress.optional(),
  ADDRESS_LOOKUP_URL: webAddress.optional(),
  MAP_TILES: text
    .regex(/^\S+ +\S.{0,299}$/, { error: "must be an address of tiles, a space and a source" })
    .transform((given) => {
      const url = given.split(" ", 1).join("");
      return { url, attribution: given.slice(url.length).trim() };
    })
    .refine(({ url }) => isTileAddress(url), { error: `must begin with ${tileAddress}` })
    .optional(),
  CAPTCHA_MODE: oneOf(["altcha", "recaptcha", "off"]).default("altcha"),
  RECAPTCHA_KEYS: text
    .regex(/^[^\s:]+:[^\s:]+$/, { error: "must be written sitekey:secret" })
    .transform((given) => {
      const [siteKey = "", secret = ""] = given.split(":");
      return { siteKey, secret };
    })
    .optional(),
});

function namesBucket(given: string): boolean {
  // An invalid URL has been reported already.
  if (!URL.canParse(given)) return true;
  const { pathname, username, password } = new URL(given);
  return /^\/[a-z0-9.-]{3,63}$/.test(pathname) && username !== "" && password !== "";
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: `must be one of ${choices.join(", ")}` });
}

function wholeNumber(least: number, most: number) {
  return z
    .string()
    .refine((given) => /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);
}

function address(like: string, protocol: RegExp) {
  return z.url({ protocol, error: `must be ${like}` });
}

/** The host must not contain placeholders, because the Content-Security-Policy names it. */
function isTileAddress(given: string): boolean {
  const [, tilePath] = /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?(\/.*)$/i.exec(given) ?? [];
  if (tilePath === undefined || !URL.canParse(given)) return false;
  const parts = [...tilePath.matchAll(/\{([^{}]*)\}/g)].map(([, part]) => part);
  // {r} stands for "@2x" on high-resolution screens.
  return (
    ["z", "x", "y"].every((part) => parts.includes(part)) &&
    parts.every((part) => part !== undefined && ["z", "x", "y", "r"].includes(part))
  );
}

function withoutTrailingSlash(given: string): string {
  return given.replace(/\/+$/, "");
}

function isPattern(given: string): boolean {
  try {
    return Boolean(new RegExp(given));
  } catch {
    return false;
  }
}

/** Fastify's `trustProxy`: all, none, a number of proxies, or a list of addresses. Null is invalid. */
function trustProxy(given: string): boolean | number | string[] | null {
  if (given === "true" || given === "false") return given === "true";
  if (/^\d{1,2}$/.test(given)) return Number(given);
  const ranges = addressRanges(given);
  return ranges.length > 0 && ranges.every(isAddressRange) ? ranges : null;
}

function sealKeys(given: string): string[] {
  return given.split(",").map((key) => key.trim());
}

/** Ed25519 as SubjectPublicKeyInfo: 44 bytes. */
function isSealKey(key: string): boolean {
  return /^MCowBQYDK2VwAyEA[\w+/]{43}=$/.test(key);
}

function addressRanges(given: string): string[] {
  return given
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
}

function isAddressRange(range: string): boolean {
  const [ip = "", bits, ...rest] = range.split("/");
  const version = isIP(ip);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  if (!/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) <= (version === 4 ? 32 : 128);
}
