import { leastConnections } from "./platform/db/pool-sizes.ts";

export type EnvSource = Readonly<Record<string, string | undefined>>;

/** Well-known passwords from manuals and tutorials. */
const publicPasswords = new Set(["password", "postgres", "changeme", "secret", "admin"]);
const demoPassword = "Demo-1234!";

/** The merchant of the card provider's public sandbox. */
const sandboxMerchant = "10000100";
const passphraseLeast = 8;

/**
 * Violations of rules across variables, as sentences. They never contain a value, because most are secrets.
 *
 * @param known the names of all variables
 */
export function problemsAcross(given: EnvSource, known: readonly string[]): string[] {
  return [
    ...misspelt(given, known),
    ...formerSettings(given),
    ...(given["PAYFAST_MODE"] === "live" ? problemsOfLivePayfast(given) : []),
    ...(given["PAYFAST_MODE"] === "sandbox" ? missingMerchant(given, "sandbox") : []),
    ...problemsOfStripe(given),
    ...(given[cardSettingOf(given)] === "live" ? problemsOfLivePayments(given) : []),
    ...(given["NODE_ENV"] === "production" ? problemsOfProduction(given) : []),
    ...missingPartners(given),
    ...tooFewConnections(given),
    ...onePortForBoth(given),
  ];
}

/** What may be meant, and is said in the log at the start. */
export function warningsAcross(
  given: Readonly<{ NODE_ENV?: string | undefined; OFFICE_URL?: string | undefined }>,
): string[] {
  if (given.NODE_ENV !== "production" || given.OFFICE_URL !== undefined) return [];
  return [
    "OFFICE_URL is not set: the office has no address of its own, links lead members to the shop, and they may order there.",
  ];
}

/** The setting whose provider takes this shop's payments. */
function cardSettingOf({ STRIPE_MODE = "off" }: EnvSource): "PAYFAST_MODE" | "STRIPE_MODE" {
  return STRIPE_MODE === "off" ? "PAYFAST_MODE" : "STRIPE_MODE";
}

function problemsOfLivePayfast(given: EnvSource): string[] {
  const problems = missingMerchant(given, "live");
  if (!given["PAYFAST_PASSPHRASE"]) {
    // Without it the signature contains no secret: anyone could forge a payment notification.
    problems.push("PAYFAST_PASSPHRASE must be set when PAYFAST_MODE is live.");
  } else if (given["PAYFAST_PASSPHRASE"].length < passphraseLeast) {
    problems.push(
      `PAYFAST_PASSPHRASE must have ${passphraseLeast} characters or more when PAYFAST_MODE is live: anyone who guesses it can forge payments.`,
    );
  }
  if (given["PAYFAST_MERCHANT_ID"] === sandboxMerchant) {
    problems.push("PAYFAST_MERCHANT_ID is that of the sandbox. Enter the shop's own.");
  }
  return problems;
}

/** A key of the other environment would take test cards for orders that are sent, or real money for tests. */
function problemsOfStripe(given: EnvSource): string[] {
  const { STRIPE_MODE: mode = "off", STRIPE_SECRET_KEY: key, REGION = "za" } = given;
  const secrets = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
  if (mode === "off")
    return secrets
      .filter((name) => given[name])
      .map((name) => `${name} also needs STRIPE_MODE sandbox or live.`);
  const problems = secrets
    .filter((name) => mode !== "local" && !given[name])
    .map((name) => `${name} must be set when STRIPE_MODE is ${mode}.`);
  const kind = mode === "live" ? "live" : "test";
  if (key !== undefined && !key.includes(`k_${kind}_`))
    problems.push(`STRIPE_SECRET_KEY must be a ${kind} key when STRIPE_MODE is ${mode}.`);
  if (REGION === "za")
    problems.push("STRIPE_MODE must be off when REGION is za: its cards are paid through PayFast.");
  if ((given["PAYFAST_MODE"] ?? "local") !== "local")
    problems.push("PAYFAST_MODE must be unset when STRIPE_MODE is set: a shop has one of them.");
  return problems;
}

function problemsOfLivePayments(given: EnvSource): string[] {
  const problems: string[] = [];
  const setting = cardSettingOf(given);
  if (given["COURIER_MODE"] === "local" && (given["REGION"] ?? "za") === "za") {
    problems.push(
      `COURIER_MODE must not be local when ${setting} is live: no courier would get the bookings.`,
    );
  }
  if (!given["PUBLIC_URL"]?.startsWith("https://")) {
    problems.push(
      `PUBLIC_URL must be the shop's https address when ${setting} is live, because payments are notified there.`,
    );
  }
  if (given["SEED"] === "demo") {
    problems.push(`SEED must not be demo when ${setting} is live.`);
  }
  if (given["CAPTCHA_MODE"] === "off") {
    problems.push(`CAPTCHA_MODE must not be off when ${setting} is live.`);
  }
  return problems;
}

function missingMerchant(given: EnvSource, mode: string): string[] {
  return ["PAYFAST_MERCHANT_ID", "PAYFAST_MERCHANT_KEY"]
    .filter((name) => !given[name])
    .map((name) => `${name} must be set when PAYFAST_MODE is ${mode}.`);
}

function problemsOfProduction(given: EnvSource): string[] {
  const setting = cardSettingOf(given);
  const isLive = given[setting] === "live";
  const problems = ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_READ_URL"]
    .filter((name) => hasPublicPassword(given[name]))
    .map((name) => `${name} is a well-known password. Set another one.`);
  if ((given[setting] ?? "local") === "local") {
    // The local stand-in lets anyone complete a payment.
    problems.push(`${setting} must be sandbox or live in production.`);
  }
  if (given["COURIER_MODE"] === undefined) {
    problems.push(
      "COURIER_MODE must be set in production: courier-guy, or local for the stand-in.",
    );
  }
  if (given["SEED"] === "demo" && !isLive) {
    problems.push("SEED must not be demo in production.");
  }
  for (const name of ["PUBLIC_URL", "OFFICE_URL"]) {
    const isSaidAlready = isLive && name === "PUBLIC_URL";
    const isNeeded = name === "PUBLIC_URL" || given[name] !== undefined;
    if (isNeeded && !isSaidAlready && !given[name]?.startsWith("https://"))
      problems.push(`${name} must be an https address in production.`);
  }
  if (given["ADMIN_PASSWORD"] === demoPassword) {
    problems.push("ADMIN_PASSWORD is the demo password. Set another one.");
  }
  if (given["CAPTCHA_MODE"] === "off" && !isLive) {
    problems.push("CAPTCHA_MODE must not be off in production.");
  }
  return problems;
}

function tooFewConnections({ ROLE = "all", DATABASE_CONNECTIONS: given }: EnvSource): string[] {
  const least = Object.entries(leastConnections).find(([role]) => role === ROLE)?.[1];
  if (given === undefined || least === undefined || Number(given) >= least) return [];
  return [`DATABASE_CONNECTIONS must be ${least} or more when ROLE is ${ROLE}.`];
}

function onePortForBoth({ PORT = "3000", MONITORING_PORT: given }: EnvSource): string[] {
  return given === PORT ? ["MONITORING_PORT must be another port than PORT."] : [];
}

function hasPublicPassword(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && publicPasswords.has(new URL(url).password);
}

/** Variables that have no effect without another one. */
function missingPartners(given: EnvSource): string[] {
  const needs = [
    ["DATABASE_READ_URL", "DATABASE_URL", Boolean(given["DATABASE_READ_URL"])],
    ["DATABASE_OWNER_URL", "DATABASE_URL", Boolean(given["DATABASE_OWNER_URL"])],
    ["DATABASE_DISK_PATH", "DATABASE_URL", Boolean(given["DATABASE_DISK_PATH"])],
    ["ADMIN_EMAIL", "ADMIN_PASSWORD", Boolean(given["ADMIN_EMAIL"])],
    ["ADMIN_PASSWORD", "ADMIN_EMAIL", Boolean(given["ADMIN_PASSWORD"])],
    ["COURIER_MODE courier-guy", "COURIER_API_KEY", given["COURIER_MODE"] === "courier-guy"],
    ["SMS_MODE bulksms", "SMS_API_TOKEN", given["SMS_MODE"] === "bulksms"],
    ["CAPTCHA_MODE recaptcha", "RECAPTCHA_KEYS", given["CAPTCHA_MODE"] === "recaptcha"],
  ] as const;
  return needs
    .filter(([, needed, isSet]) => isSet && !given[needed])
    .map(([name, needed]) => `${name} also needs ${needed}.`);
}

/** Whoever sets one believes that it counts. Short names may be somebody else's. */
function misspelt(given: EnvSource, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((name) => name.length > 5 && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => isOneSlipAway(name, each));
      return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`];
    });
}

/** Settings of earlier releases, and what says it now. */
const formerNames = {
  MAP_TILE_URL: "MAP_TILES",
  MAP_ATTRIBUTION: "MAP_TILES",
  RECAPTCHA_SITE_KEY: "RECAPTCHA_KEYS",
  RECAPTCHA_SECRET: "RECAPTCHA_KEYS",
} as const;

function formerSettings(given: EnvSource): string[] {
  return Object.entries(formerNames)
    .filter(([former]) => given[former] !== undefined)
    .map(([former, name]) => `${former} is now a part of ${name} (.env.example).`);
}

/** One letter too many, missing or wrong, or two in the other order. */
function isOneSlipAway(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  let [end, meantEnd] = [typed.length, meant.length];
  while (end > start && meantEnd > start && typed[end - 1] === meant[meantEnd - 1]) {
    end -= 1;
    meantEnd -= 1;
  }
  const [wrong, right] = [typed.slice(start, end), meant.slice(start, meantEnd)];
  if (wrong.length <= 1 && right.length <= 1) return true;
  return wrong.length === 2 && right.length === 2 && wrong === `${right[1]}${right[0]}`;
}
