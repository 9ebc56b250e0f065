import { connect as connectSocket, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished } from "vitest";
import { test as base } from "../../testing/database-test.ts";
import { StartError } from "../start-error.ts";
import { findFreePort } from "../free-port.ts";
import type { Database } from "./database.ts";
import { connect, patient, usualTimeouts } from "./connect.ts";
import { requirePortalRole, sharesSessions } from "./database-server.ts";

/** A pooler that opens its own connections, on which what the client set at its start is lost. */
const test = base.extend("pooler", { scope: "file" }, async ({ ownerUrl }, { onCleanup }) => {
  const { hostname, port } = new URL(ownerUrl);
  const server = createServer((client) => {
    const database = connectSocket(Number(port), hostname);
    client.once("data", (startup) => {
      database.write(withoutOptions(Buffer.from(startup)));
      client.pipe(database).pipe(client);
    });
    for (const socket of [client, database])
      socket.on("error", () => {
        client.destroy();
        database.destroy();
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onCleanup(() => void server.close());
  const url = new URL(ownerUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url.href;
});

async function timeoutsOf(db: Database): Promise<readonly (string | undefined)[]> {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as a, current_setting('lock_timeout') as b,
      current_setting('idle_in_transaction_session_timeout') as c`.execute(db);
  return Object.values(rows[0] ?? {});
}

/** PostgreSQL's StartupMessage: its length, the protocol's version, pairs of names and values, an end. */
function withoutOptions(startup: Buffer): Buffer {
  const words = startup.subarray(8).toString("latin1").split("\0");
  for (const name of ["options", ...Object.keys(usualTimeouts)]) {
    const at = words.indexOf(name);
    if (at >= 0) words.splice(at, 2);
  }
  const pairs = Buffer.from(words.join("\0"), "latin1");
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(8 + pairs.length, 0);
  return Buffer.concat([head, pairs]);
}

/** A pooler in transaction mode: whoever asks next is served by the session that was used last, which is the only one. */
async function startSharingPooler(ownerUrl: string): Promise<string> {
  const { hostname, port } = new URL(ownerUrl);
  const session = connectSocket(Number(port), hostname);
  session.on("error", () => {});
  let asking: Socket | null = null;
  let isSignedIn = false;
  session.on("data", (answer) => asking?.write(answer));
  const server = createServer((client) => {
    client.on("error", () => {});
    let isWelcome = !isSignedIn;
    isSignedIn = true;
    client.on("data", (sent: Buffer) => {
      asking = client;
      if (isWelcome) session.write(sent);
      else client.write(welcome);
      isWelcome = true;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const url = new URL(ownerUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url.href;
}

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

describe("a pooler that shares sessions", () => {
  test("is distinguished from one that does not", async ({ ownerUrl }) => {
    expect(await sharesSessions(await startSharingPooler(ownerUrl))).toBe(true);
    expect(await sharesSessions(ownerUrl)).toBe(false);
  });
});

describe("the role of the server in its database", () => {
  test("is the portal role, whichever role the url signs in as", async ({ ownerUrl }) => {
    await expect(requirePortalRole(ownerUrl, "DATABASE_URL")).resolves.toBeUndefined();
  });

  test("is not the owner behind a pooler that drops the setting", async ({ pooler }) => {
    await expect(requirePortalRole(pooler, "DATABASE_URL")).rejects.toThrow(
      /^The server has to work as portal_app in its database, and would be \w+ \(DATABASE_URL\)\. Give portal_app a password and sign in as it\.$/,
    );
  });

  // shows T430
  test("takes its settings from the role behind such a pooler, or the error explains how", async ({
    ownerUrl,
    pooler,
  }) => {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("alter role portal_app login password 'small'");
    const url = new URL(pooler);
    url.username = "portal_app";
    url.password = "small";

    const refusal = requirePortalRole(url.href, "DATABASE_URL");
    await expect(refusal).rejects.toThrow(
      /^A pooler in between drops settings that the server relies on \(DATABASE_URL\)\. Let an administrator run: .*alter role portal_app set jit = 'off';.*alter role portal_app set statement_timeout = '15000';.*RECONNECT in PgBouncer's console/,
    );

    const { pathname } = new URL(ownerUrl);
    const database = pg.escapeIdentifier(pathname.slice(1));
    const given = await readFile(new URL("../../../../deploy/roles.sql", import.meta.url), "utf8");
    for (const [setting] of given.matchAll(/(?<=^alter role portal_app )set .+;$/gm))
      await client.query(`alter role portal_app in database ${database} ${setting}`);
    await expect(requirePortalRole(url.href, "DATABASE_URL")).resolves.toBeUndefined();

    // Behind it, the timeouts of the role hold, and whoever needs none still has none.
    const usual = connect(url.href, { poolSize: 1 });
    const endless = connect(url.href, { ...patient, poolSize: 1 });
    onTestFinished(async () => void (await Promise.all([usual.destroy(), endless.destroy()])));
    expect(await timeoutsOf(usual)).toEqual(["15s", "4s", "15s"]);
    expect(await timeoutsOf(endless)).toEqual(["0", "0", "0"]);
  });

  test("is reported as unreachable without the password", async () => {
    const nobody = await findFreePort();
    const refusal = await requirePortalRole(
      `postgres://me:hunter22@127.0.0.1:${nobody}/portal`,
      "DATABASE_READ_URL",
    ).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toMatch(
      /The database portal at 127\.0\.0\.1:\d+ \(DATABASE_READ_URL\) cannot be reached: .*ECONNREFUSED/,
    );
    expect(String(refusal)).not.toContain("hunter22");
  });
});
