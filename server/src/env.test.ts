import { describe, expect, test } from "vitest";
import { type Env, readEnv } from "./env.ts";

function problemsOf(given: Record<string, string>): string[] {
  try {
    readEnv(given);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [String(error)];
  }
}

const live = {
  PAYFAST_MODE: "live",
  PAYFAST_MERCHANT_ID: "12345678",
  PAYFAST_MERCHANT_KEY: "q1w2e3r4t5y6u",
  PAYFAST_PASSPHRASE: "correct horse battery",
  PUBLIC_URL: "https://shop.example.com",
};

describe("the environment", () => {
  test("has defaults for everything", () => {
    expect(readEnv({})).toMatchObject({
      databaseUrl: null,
      port: 3000,
      host: "localhost",
      publicUrl: "http://localhost:3000",
      officeUrl: "http://office.localhost:3000",
      region: "za",
      role: "all",
      seed: "demo",
      trustProxy: false,
      firstAdmin: null,
      payfast: { mode: "local", baseUrl: null, passphrase: null },
    });
  });

  test.each([
    [{ PUBLIC_URL: "http://localhost:8080" }, "http://office.localhost:8080"],
    [{ PUBLIC_URL: "http://localhost" }, "http://office.localhost"],
    [{ PUBLIC_URL: "http://127.0.0.1:3000" }, "http://127.0.0.1:3000"],
    [{ PUBLIC_URL: "https://shop.example.com" }, "https://shop.example.com"],
    [{ PUBLIC_URL: "http://localhost:8080", OFFICE_URL: "http://desk.test" }, "http://desk.test"],
  ])("puts the office of %o at %s", (given, officeUrl) => {
    expect(readEnv(given)).toMatchObject({ officeUrl });
  });

  test("treats an empty value as not set", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: " ", SEED: "" })).toEqual(readEnv({}));
  });

  test("reports all invalid variables at once", () => {
    expect(
      problemsOf({ PORT: "80a", REGION: "fr", ROLE: "everything", SESSION_DAYS: "0" }),
    ).toEqual([
      'ROLE must be one of all, web, worker, not "everything".',
      'PORT must be a whole number from 0 to 65535, not "80a".',
      'SESSION_DAYS must be a whole number from 1 to 365, not "0".',
      'REGION must be one of za, uk, usa, not "fr".',
    ]);
  });

  test("is refused with exit code 2", () => {
    expect(() => readEnv({ PORT: "-1" })).toThrow(expect.objectContaining({ exitCode: 2 }));
  });

  test.each([
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["PUBLIC_URL", "shop.example.com"],
    ["PUBLIC_URL", "ftp://shop.example.com"],
    ["OFFICE_HOST_PATTERN", "office("],
    ["TRUST_PROXY", "yes"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["PAYFAST_ALLOWED_CIDRS", "197.97.145.144/28,example.com"],
    ["PAYFAST_MERCHANT_ID", "10000100x"],
    ["LOG_LEVEL", "loud"],
    ["NODE_ENV", "prod"],
    ["ADMIN_EMAIL", "nobody"],
  ])("refuses %s=%s", (name, value) => {
    expect(
      problemsOf({
        [name]: value,
        ADMIN_PASSWORD: "long enough",
        ADMIN_EMAIL: "a@b.example",
        [name]: value,
      }),
    ).toEqual([expect.stringMatching(new RegExp(`^${name} must be .*, not ".*"\\.$`))]);
  });

  test.each([
    ["DATABASE_URL", "mysql://root:hunter22@db/portal"],
    ["SMTP_URL", "https://user:hunter22@mail.example.com"],
    ["PHONE_CHECK_URL", "phone?key=hunter22"],
    ["ADMIN_PASSWORD", "hunter2"],
    ["SMS_API_TOKEN", "hunter22"],
  ])("says that %s is wrong without showing it", (name, value) => {
    const problems = problemsOf({
      ADMIN_EMAIL: "a@b.example",
      ADMIN_PASSWORD: "long enough",
      [name]: value,
    });

    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must `));
    expect(problems[0]).not.toContain("hunter2");
  });

  test.each([
    ["true", true],
    ["false", false],
    ["2", 2],
    ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
  ])("reads TRUST_PROXY=%s", (given, expected) => {
    expect(readEnv({ TRUST_PROXY: given }).trustProxy).toEqual(expected);
  });

  test("configures map tiles with their attribution", () => {
    const url = "https://tiles.example.com/osm/{z}/{x}/{y}{r}.png?key=K";
    const attribution = "© OpenStreetMap contributors";
    expect(readEnv({ MAP_TILES: `${url} ${attribution}` }).mapTiles).toEqual({
      url,
      attribution,
    });
    expect(readEnv({}).mapTiles).toBeNull();
  });

  test.each([
    "https://tiles.example.com/{z}/{x}.png?key=hunter22",
    "https://{s}.tiles.example.com/{z}/{x}/{y}.png?key=hunter22",
    "https://tiles.example.com/{z}/{x}/{y}/{hunter22}.png",
    "https://tiles.example.com;script-src *;hunter22/{z}/{x}/{y}.png",
    "javascript:hunter22//{z}/{x}/{y}",
    "hunter22",
  ])("says that MAP_TILES is wrong without showing its key: %s", (url) => {
    const [problem, ...others] = problemsOf({ MAP_TILES: `${url} somebody` });
    expect(problem).toMatch(/^MAP_TILES must begin with an address like .*\.$/);
    expect(problem).not.toContain("hunter2");
    expect(others).toEqual([]);
  });

  test.each([
    ["MAP_TILES", "https://tiles.example.com/{z}/{x}/{y}.png?key=hunter22"],
    ["RECAPTCHA_KEYS", "hunter22"],
    ["RECAPTCHA_KEYS", "site:hunter22:more"],
  ])("says what is missing in %s without showing it", (name, given) => {
    const [problem, ...others] = problemsOf({ [name]: given });
    expect(problem).toMatch(new RegExp(`^${name} must be .*\\.$`));
    expect(problem).not.toContain("hunter2");
    expect(others).toEqual([]);
  });

  test("reads the pair of keys of the captcha", () => {
    expect(readEnv({ RECAPTCHA_KEYS: "public:hidden" }).captcha).toMatchObject({
      siteKey: "public",
      secret: "hidden",
    });
  });

  test.each([
    ["MAP_TILE_URL", "MAP_TILES"],
    ["RECAPTCHA_SECRET", "RECAPTCHA_KEYS"],
  ])("says what became of %s", (former, name) => {
    expect(problemsOf({ [former]: "hunter22" })).toEqual([
      `${former} is now a part of ${name} (.env.example).`,
    ]);
  });

  test("requires both variables of a pair", () => {
    expect(
      problemsOf({
        DATABASE_READ_URL: "postgres://replica/portal",
        DATABASE_DISK_PATH: "/var/lib/postgresql",
        ADMIN_EMAIL: "me@shop.example.com",
        COURIER_MODE: "courier-guy",
        SMS_MODE: "bulksms",
        CAPTCHA_MODE: "recaptcha",
      }),
    ).toEqual([
      "DATABASE_READ_URL also needs DATABASE_URL.",
      "DATABASE_DISK_PATH also needs DATABASE_URL.",
      "ADMIN_EMAIL also needs ADMIN_PASSWORD.",
      "COURIER_MODE courier-guy also needs COURIER_API_KEY.",
      "SMS_MODE bulksms also needs SMS_API_TOKEN.",
      "CAPTCHA_MODE recaptcha also needs RECAPTCHA_KEYS.",
    ]);
  });

  test("never seeds the demo into a configured database by default", () => {
    const own = { DATABASE_URL: "postgres://db.example.com/portal" };

    expect(readEnv(own).seed).toBe("none");
    expect(readEnv({ ...own, SEED: "demo" }).seed).toBe("demo");
  });

  const production = {
    NODE_ENV: "production",
    PAYFAST_MODE: "sandbox",
    PAYFAST_MERCHANT_ID: "12345678",
    PAYFAST_MERCHANT_KEY: "q1w2e3r4t5y6u",
    COURIER_MODE: "local",
    PUBLIC_URL: "https://shop.example.com",
  };

  test("says in production what follows where the office has no address", () => {
    expect(readEnv(production).warnings).toEqual([
      "OFFICE_URL is not set: the office has no address of its own, links lead members to the shop, and they may order there.",
    ]);
    expect(readEnv({ ...production, OFFICE_URL: "https://office.example.com" }).warnings).toEqual(
      [],
    );
    expect(readEnv({}).warnings).toEqual([]);
  });

  // shows R49, T68
  test("in production refuses a well-known password", () => {
    const given = {
      ...production,
      DATABASE_URL: "postgres://postgres:password@db/portal",
      DATABASE_OWNER_URL: "postgres://postgres:postgres@db/portal",
      ADMIN_EMAIL: "me@shop.example.com",
      ADMIN_PASSWORD: "Demo-1234!",
    };

    expect(problemsOf(given)).toEqual([
      "DATABASE_URL is a well-known password. Set another one.",
      "DATABASE_OWNER_URL is a well-known password. Set another one.",
      "ADMIN_PASSWORD is the demo password. Set another one.",
    ]);
  });

  // shows R49, T68
  test.each([
    ["PAYFAST_MODE", "", "PAYFAST_MODE must be sandbox or live in production."],
    ["PAYFAST_MODE", "local", "PAYFAST_MODE must be sandbox or live in production."],
    [
      "COURIER_MODE",
      "",
      "COURIER_MODE must be set in production: courier-guy, or local for the stand-in.",
    ],
    ["SEED", "demo", "SEED must not be demo in production."],
    ["PUBLIC_URL", "", "PUBLIC_URL must be an https address in production."],
    ["PUBLIC_URL", "http://a.example", "PUBLIC_URL must be an https address in production."],
    ["OFFICE_URL", "http://a.example", "OFFICE_URL must be an https address in production."],
    ["CAPTCHA_MODE", "off", "CAPTCHA_MODE must not be off in production."],
  ])("in production refuses %s=%s, which is for trying things out", (name, value, problem) => {
    expect(problemsOf(production)).toEqual([]);
    expect(problemsOf({ ...production, [name]: value })).toEqual([problem]);
    expect(problemsOf({ [name]: value })).toEqual([]);
  });

  // shows T68
  test.each([
    [
      "PAYFAST_PASSPHRASE",
      "short",
      "PAYFAST_PASSPHRASE must have 8 characters or more when PAYFAST_MODE is live: anyone who guesses it can forge payments.",
    ],
    [
      "PAYFAST_MERCHANT_ID",
      "10000100",
      "PAYFAST_MERCHANT_ID is that of the sandbox. Enter the shop's own.",
    ],
    [
      "COURIER_MODE",
      "local",
      "COURIER_MODE must not be local when PAYFAST_MODE is live: no courier would get the bookings.",
    ],
  ])("for live payments refuses %s=%s", (name, value, problem) => {
    expect(problemsOf({ ...live, [name]: value })).toEqual([problem]);
    expect(problemsOf({ ...production, [name]: value })).toEqual([]);
  });

  test("lets a shop elsewhere have no courier of South Africa", () => {
    expect(problemsOf({ ...live, COURIER_MODE: "local", REGION: "uk" })).toEqual([]);
  });

  test.each([
    ["PAYFAST_MOD", "PAYFAST_MODE"],
    ["PAYFAST_MODES", "PAYFAST_MODE"],
    ["COURIER_MDOE", "COURIER_MODE"],
    ["SMTP_URI", "SMTP_URL"],
    ["DATABASE_OWNER_UR", "DATABASE_OWNER_URL"],
  ])("names the misspelt %s, with everything else that is wrong", (name, meant) => {
    expect(problemsOf({ [name]: "hunter22", PORT: "80a" })).toEqual([
      'PORT must be a whole number from 0 to 65535, not "80a".',
      `${name} is no setting. Did you mean ${meant}?`,
    ]);
  });

  test("leaves alone what others read", () => {
    const others = { PATH: "/bin", HOME: "/root", PORTS: "1", TERM: "x", PGHOST: "db", CI: "true" };
    expect(problemsOf(others)).toEqual([]);
  });

  test("drains for five seconds in production, and not at all otherwise", () => {
    expect(readEnv(production).drainSeconds).toBe(5);
    expect(readEnv({ ...production, DRAIN_SECONDS: "12" }).drainSeconds).toBe(12);
    expect(readEnv({}).drainSeconds).toBe(0);
  });
});

describe("a bucket for uploads", () => {
  test("is a URL with a key, and is never printed", () => {
    const url = "https://KEY:hunter22@s3.example.com/portal-files?region=af-south-1";
    expect(readEnv({ FILES_BUCKET_URL: url }).filesBucketUrl).toBe(url);
    expect(readEnv({}).filesBucketUrl).toBeNull();
    for (const wrong of [
      "s3.example.com/files",
      "https://s3.example.com/portal-files",
      "https://KEY:hunter22@s3.example.com/",
      "https://KEY:hunter22@s3.example.com/portal/files",
    ]) {
      const [problem = "", ...others] = problemsOf({ FILES_BUCKET_URL: wrong });
      expect(others).toEqual([]);
      expect(problem).toMatch(/^FILES_BUCKET_URL must /);
      expect(problem).not.toContain("hunter22");
    }
  });
});

describe("connections to the database", () => {
  test("have a default by role, or the given number", () => {
    expect(readEnv({}).databaseConnections).toBe(20);
    expect(readEnv({ ROLE: "web" }).databaseConnections).toBe(12);
    expect(readEnv({ ROLE: "web", DATABASE_CONNECTIONS: "7" }).databaseConnections).toBe(7);
  });

  test.each([
    ["web", "5", "DATABASE_CONNECTIONS must be 6 or more when ROLE is web."],
    ["worker", "11", "DATABASE_CONNECTIONS must be 12 or more when ROLE is worker."],
    ["all", "13", "DATABASE_CONNECTIONS must be 14 or more when ROLE is all."],
  ])("are enough for each kind of work of %s", (role, given, problem) => {
    expect(problemsOf({ ROLE: role, DATABASE_CONNECTIONS: given })).toEqual([problem]);
  });
});

describe("the monitoring port", () => {
  test("is unset, or different from the public port", () => {
    expect(readEnv({}).monitoring).toEqual({ token: null, port: null });
    expect(readEnv({ MONITORING_PORT: "9464" }).monitoring.port).toBe(9464);
    for (const given of [{ MONITORING_PORT: "3000" }, { PORT: "9464", MONITORING_PORT: "9464" }])
      expect(problemsOf(given)).toEqual(["MONITORING_PORT must be another port than PORT."]);
  });
});

describe("mail and SMS", () => {
  test("are written to folders in the demo", () => {
    const { mail, sms } = readEnv({ DATA_DIR: "/data" });
    expect(mail).toEqual({ smtpUrl: null, from: null, sinkDir: "/data/outbox/mail" });
    expect(sms).toEqual({ apiToken: null, sinkDir: "/data/outbox/sms" });
  });

  test("are not written in a configured shop, unless a folder is set", () => {
    const own = { DATABASE_URL: "postgres://db.example.com/portal" };
    expect(readEnv(own).mail.sinkDir).toBeNull();
    expect(readEnv(own).sms.sinkDir).toBeNull();
    expect(readEnv({ ...own, MAIL_SINK: "/mails" }).mail.sinkDir).toBe("/mails");
  });

  test("are sent if a server and a provider are set, and then not written", () => {
    const { mail, sms } = readEnv({
      SMTP_URL: "smtp://mail.example.com",
      MAIL_FROM: "shop@example.com",
      SMS_MODE: "bulksms",
      SMS_API_TOKEN: "id:secret",
    });
    expect(mail).toEqual({
      smtpUrl: "smtp://mail.example.com",
      from: "shop@example.com",
      sinkDir: null,
    });
    expect(sms).toEqual({ apiToken: "id:secret", sinkDir: null });
  });
});

describe("the courier", () => {
  test("uses its published address, unless another one is set", () => {
    const own = { COURIER_MODE: "courier-guy", COURIER_API_KEY: "key" };
    expect(readEnv(own).courier).toMatchObject({ mode: "courier-guy", baseUrl: null });
    expect(readEnv({ ...own, COURIER_BASE_URL: "http://127.0.0.1:9/v2/" }).courier.baseUrl).toBe(
      "http://127.0.0.1:9/v2",
    );
    expect(problemsOf({ COURIER_BASE_URL: "courier" })).toEqual([
      'COURIER_BASE_URL must be an address like https://shop.example.com, not "courier".',
    ]);
  });
});

describe("card payments through Stripe", () => {
  const abroad = {
    REGION: "uk",
    STRIPE_MODE: "live",
    STRIPE_SECRET_KEY: "sk_live_0123456789abcdef",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
    PUBLIC_URL: "https://shop.example.com",
    COURIER_MODE: "local",
  };

  test("are off unless they are set up, and need no settings of PayFast then", () => {
    expect(readEnv({})).toMatchObject({ stripe: null, cardMode: "local" });
    expect(readEnv({ ...abroad, NODE_ENV: "production" })).toMatchObject({
      stripe: { mode: "live", secretKey: abroad.STRIPE_SECRET_KEY, baseUrl: null },
      cardMode: "live",
      seed: "none",
    });
    const local = readEnv({ REGION: "usa", STRIPE_MODE: "local" });
    expect(local).toMatchObject({ stripe: { mode: "local" }, cardMode: "local", seed: "demo" });
  });

  // shows T277
  test.each([
    [
      { STRIPE_SECRET_KEY: "sk_test_0123456789abcdef" },
      "STRIPE_SECRET_KEY must be a live key when STRIPE_MODE is live.",
    ],
    [
      { STRIPE_MODE: "sandbox" },
      "STRIPE_SECRET_KEY must be a test key when STRIPE_MODE is sandbox.",
    ],
    [{ STRIPE_MODE: "local" }, "STRIPE_SECRET_KEY must be a test key when STRIPE_MODE is local."],
    [{ STRIPE_SECRET_KEY: "" }, "STRIPE_SECRET_KEY must be set when STRIPE_MODE is live."],
    [{ STRIPE_WEBHOOK_SECRET: "" }, "STRIPE_WEBHOOK_SECRET must be set when STRIPE_MODE is live."],
    [
      { STRIPE_SECRET_KEY: "pk_live_0123456789abcdef" },
      "STRIPE_SECRET_KEY must be a secret or restricted key.",
    ],
    [
      { STRIPE_WEBHOOK_SECRET: "secret" },
      "STRIPE_WEBHOOK_SECRET must be the signing secret of the endpoint.",
    ],
    [
      { REGION: "" },
      "STRIPE_MODE must be off when REGION is za: its cards are paid through PayFast.",
    ],
    [{ SEED: "demo" }, "SEED must not be demo when STRIPE_MODE is live."],
    [{ CAPTCHA_MODE: "off" }, "CAPTCHA_MODE must not be off when STRIPE_MODE is live."],
    [{ STRIPE_MODE: "on" }, 'STRIPE_MODE must be one of off, local, sandbox, live, not "on".'],
    [{ STRIPE_MODES: "live" }, "STRIPE_MODES is no setting. Did you mean STRIPE_MODE?"],
    [
      { STRIPE_SECRETKEY: "sk_live_0123456789abcdef" },
      "STRIPE_SECRETKEY is no setting. Did you mean STRIPE_SECRET_KEY?",
    ],
    [
      { PAYFAST_MODE: "sandbox", PAYFAST_MERCHANT_ID: "12345678", PAYFAST_MERCHANT_KEY: "k" },
      "PAYFAST_MODE must be unset when STRIPE_MODE is set: a shop has one of them.",
    ],
    [
      { PUBLIC_URL: "http://shop.example.com" },
      "PUBLIC_URL must be the shop's https address when STRIPE_MODE is live, because payments are notified there.",
    ],
  ])("are refused with %o", (changes, problem) => {
    expect(problemsOf(abroad)).toEqual([]);
    expect(problemsOf({ ...abroad, ...changes })).toContain(problem);
  });

  test("are refused where half of them is set, and with the stand-in in production", () => {
    const { STRIPE_MODE: _, ...half } = abroad;
    expect(problemsOf(half)).toEqual([
      "STRIPE_SECRET_KEY also needs STRIPE_MODE sandbox or live.",
      "STRIPE_WEBHOOK_SECRET also needs STRIPE_MODE sandbox or live.",
    ]);
    const standIn = { ...abroad, STRIPE_MODE: "local", STRIPE_SECRET_KEY: "" };
    expect(problemsOf({ ...standIn, NODE_ENV: "production" })).toEqual([
      "STRIPE_MODE must be sandbox or live in production.",
    ]);
  });

  test("never print a key", () => {
    const wrong = { ...abroad, STRIPE_SECRET_KEY: "sk_hidden", STRIPE_WEBHOOK_SECRET: "hidden" };
    expect(problemsOf(wrong).join()).not.toContain("hidden");
  });
});

describe("live card payments", () => {
  test("use the provider's addresses", () => {
    const { payfast }: Env = readEnv(live);

    expect(payfast).toMatchObject({ mode: "live", baseUrl: "https://www.payfast.co.za" });
    expect(payfast.allowedCidrs).toContain("197.97.145.144/28");
    expect(payfast.allowedCidrs).not.toContain("127.0.0.0/8");
    expect(payfast.sourceHosts).toContain("w1w.payfast.co.za");
    // Further addresses take none away.
    const more = readEnv({ ...live, PAYFAST_ALLOWED_CIDRS: "203.0.113.1" }).payfast;
    expect(more.allowedCidrs).toEqual([...payfast.allowedCidrs, "203.0.113.1"]);
    expect(more.sourceHosts).toEqual(payfast.sourceHosts);
    expect(readEnv({}).payfast.sourceHosts).toEqual([]);
  });

  // shows R2, T2
  test.each([
    ["PAYFAST_PASSPHRASE", "PAYFAST_PASSPHRASE must be set when PAYFAST_MODE is live."],
    ["PAYFAST_MERCHANT_ID", "PAYFAST_MERCHANT_ID must be set when PAYFAST_MODE is live."],
    ["PAYFAST_MERCHANT_KEY", "PAYFAST_MERCHANT_KEY must be set when PAYFAST_MODE is live."],
    ["PUBLIC_URL", expect.stringMatching(/^PUBLIC_URL must be the shop's https address/)],
  ])("are refused without %s", (name, problem) => {
    expect(problemsOf({ ...live, [name]: "" })).toEqual([problem]);
  });

  test("are never combined with demo data by default", () => {
    expect(readEnv(live).seed).toBe("none");
  });

  test("are refused with the demo or without a captcha", () => {
    expect(problemsOf({ ...live, SEED: "demo", CAPTCHA_MODE: "off" })).toEqual([
      "SEED must not be demo when PAYFAST_MODE is live.",
      "CAPTCHA_MODE must not be off when PAYFAST_MODE is live.",
    ]);
  });
});
