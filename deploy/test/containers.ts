import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { findLosses, query, runFinanceChecks, untilQuiet } from "../../chaos/checks.ts";
import { root } from "../../scripts/run-program.ts";
import { seedDemo } from "../../server/src/edges/demo/seed-demo.ts";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import type { ClusterRun } from "./cluster.ts";
import { isFine, until } from "./daemons.ts";
import { createOrderLoad, errorCount } from "./order-load.ts";

const run = promisify(execFile);
const { TEST_BUILD_IMAGE, TEST_BASE_IMAGE, TEST_POSTGRES_IMAGE, TEST_PORTAL_IMAGE } = process.env;
const image = TEST_PORTAL_IMAGE ?? "portal:test";

async function docker(...given: string[]): Promise<string> {
  const { stdout } = await run("docker", given, { maxBuffer: 50_000_000 });
  return stdout.trim();
}

/** The reason why the test cannot run; null if a container engine answers. */
export async function missingEngine(): Promise<string | null> {
  const answer = await docker("version").catch((error: unknown) => error);
  return typeof answer === "string" ? null : "no container engine answers (docker version)";
}

/**
 * Tests the image and the services of `compose.yaml`: migration by the owner, two web processes that may write only their
 * data, a worker, and Caddy. Places orders through Caddy while the web processes are restarted one after the other.
 */
export async function runContainers({ note, onEnd }: ClusterRun): Promise<readonly string[]> {
  await buildImage();
  note(`The image has ${await sizeInMb()} MB.`);
  const name = `portal-test-${process.pid}`;
  await docker("network", "create", name);
  onEnd(async () => void (await docker("network", "rm", name)));
  const volume = `${name}-data`;
  onEnd(async () => void (await docker("volume", "rm", volume)));
  const start = async (service: string, ...given: string[]) => {
    const container = `${name}-${service}`;
    onEnd(async () => void (await docker("rm", "--force", "--volumes", container)));
    const network = ["--network", name, "--network-alias", service];
    await docker("run", "--detach", "--name", container, ...network, ...given);
    return container;
  };

  const passwords = {
    owner: randomBytes(12).toString("hex"),
    app: randomBytes(12).toString("hex"),
  };
  const databasePort = await findFreePort();
  await startDatabase({ start, port: databasePort, passwords });
  const inside = "postgres:5432";
  const ownerUrl = urlAs("portal_owner", passwords.owner, `127.0.0.1:${databasePort}`);

  const shopPort = await findFreePort();
  const shopUrl = `http://127.0.0.1:${shopPort}`;
  const settings = environment({
    // The demo data are refused in production.
    NODE_ENV: "development",
    DATABASE_URL: urlAs("portal_app", passwords.app, inside),
    PUBLIC_URL: shopUrl,
    OFFICE_HOST_PATTERN: "127",
    TRUST_PROXY: "1",
    MONITORING_PORT: "9464",
    DRAIN_SECONDS: "5",
    LOG_LEVEL: "warn",
  });
  const safe = [
    "--read-only",
    "--tmpfs",
    "/tmp",
    "--cap-drop",
    "ALL",
    "--init",
    "--security-opt",
    "no-new-privileges:true",
    "--stop-timeout",
    "40",
    "--volume",
    `${volume}:/var/lib/portal`,
  ];
  const owner = environment({ DATABASE_OWNER_URL: urlAs("portal_owner", passwords.owner, inside) });
  const migrate = ["node", "scripts/db.ts", "migrate"];
  await docker("run", "--rm", "--network", name, ...safe, ...settings, ...owner, image, ...migrate);
  await seedDemo({ ownerUrl, until: "2026-01-01" });
  const [web1, web2] = [
    await start("web1", ...safe, ...settings, ...environment({ ROLE: "web" }), image),
    await start("web2", ...safe, ...settings, ...environment({ ROLE: "web" }), image),
  ];
  await start("worker", ...safe, ...settings, ...environment({ ROLE: "worker" }), image);
  const caddy = await start(
    "caddy",
    "--publish",
    `127.0.0.1:${shopPort}:8080`,
    "--volume",
    `${path.join(root, "deploy", "Caddyfile")}:/etc/caddy/Caddyfile:ro`,
    ...environment({
      SHOP_HOST: "http://:8080",
      OFFICE_HOST: "http://office.test:8080",
      UPSTREAMS: "web1:3000 web2:3000",
    }),
    "caddy:2",
  );
  await until("the shop behind Caddy", () => isFine(`${shopUrl}/readyz`), { seconds: 90 });
  for (const container of [web1, web2]) await untilHealthy(container);
  note("Two web processes, a worker and Caddy are up.");

  const problems = [...(await checkExposure(shopUrl)), ...(await checkReadOnly(web1))];
  const load = createOrderLoad(shopUrl);
  onEnd(async () => load.close());
  // All guests have the same IP address here, so rate limits would apply.
  const clearing = setInterval(
    () => void query(ownerUrl, "delete from rate_limit").catch(() => {}),
    500,
  );
  onEnd(async () => clearInterval(clearing));
  const observed = await load.during(async () => {
    for (const container of [web1, web2]) {
      await docker("stop", "--time", "40", container);
      await docker("start", container);
      await untilHealthy(container);
      await delay(2000);
    }
  });
  clearInterval(clearing);
  const errors = errorCount(observed);
  note(
    `rolling restart: ${observed.acknowledged} acknowledged, longest gap ${observed.gapMs} ms, ${errors} errors ${JSON.stringify(observed.errors)}`,
  );
  if (errors > 0)
    problems.push(
      `rolling restart: ${errors} requests failed: ${await docker("logs", "--tail", "20", caddy)}`,
    );
  problems.push(...(await untilQuiet(ownerUrl)), ...(await findLosses(ownerUrl, load.journal)));
  const dataDir = path.join("/tmp", `${name}-finance`);
  return [...problems, ...(await runFinanceChecks(ownerUrl, dataDir, ["reconcile"]))];
}

/**
 * Without access to a registry, set TEST_BUILD_IMAGE (with npm), TEST_BASE_IMAGE (a slim Debian) and
 * TEST_POSTGRES_IMAGE to local images, or TEST_PORTAL_IMAGE to a built image.
 */
async function buildImage(): Promise<void> {
  if (TEST_PORTAL_IMAGE) return;
  const given = Object.entries({ BUILD_IMAGE: TEST_BUILD_IMAGE, BASE_IMAGE: TEST_BASE_IMAGE });
  const own = given.flatMap(([name, value]) => (value ? [`--build-arg=${name}=${value}`] : []));
  const file = `--file=${path.join(root, "deploy", "Dockerfile")}`;
  await docker("build", "--network=host", `--tag=${image}`, file, ...own, root);
}

async function sizeInMb(): Promise<number> {
  return Math.round(Number(await docker("image", "inspect", "--format", "{{.Size}}", image)) / 1e6);
}

function urlAs(user: string, password: string, host: string): string {
  return `postgres://${user}:${password}@${host}/portal`;
}

type Start = (service: string, ...given: string[]) => Promise<string>;

async function startDatabase(
  given: Readonly<{
    start: Start;
    port: number;
    passwords: Readonly<{ owner: string; app: string }>;
  }>,
): Promise<void> {
  const { start, port, passwords } = given;
  const container = await start(
    "postgres",
    "--publish",
    `127.0.0.1:${port}:5432`,
    ...environment({
      POSTGRES_USER: "portal_owner",
      POSTGRES_PASSWORD: passwords.owner,
      POSTGRES_DB: "portal",
    }),
    TEST_POSTGRES_IMAGE ?? "postgres:18-trixie",
  );
  const url = `postgres://portal_owner:${passwords.owner}@127.0.0.1:5432/portal`;
  const psql = (...text: string[]) =>
    docker("exec", container, "psql", "-v", "ON_ERROR_STOP=1", "-d", url, ...text);
  await until("PostgreSQL", async () => Boolean(await psql("-c", "select 1")));
  const roles = path.join(root, "deploy", "roles.sql");
  await docker("cp", roles, `${container}:/roles.sql`);
  const variables = ["-v", "owner=portal_owner", "-v", `app_password=${passwords.app}`];
  await psql(...variables, "-f", "/roles.sql");
}

function environment(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
}

async function untilHealthy(container: string): Promise<void> {
  const ask = () => docker("inspect", "--format", "{{.State.Health.Status}}", container);
  await until(`${container} healthy`, async () => (await ask()) === "healthy", { seconds: 90 });
}

/** The public address must not expose internals. */
async function checkExposure(shopUrl: string): Promise<readonly string[]> {
  const [metrics, ready, page] = await Promise.all(
    ["/metrics", "/readyz", "/"].map((url) => fetch(`${shopUrl}${url}`)),
  );
  const problems: string[] = [];
  if (metrics?.status !== 404) problems.push(`/metrics answers ${metrics?.status}`);
  if ((await ready?.text()) !== '{"ready":true}') problems.push("/readyz exposes details");
  if (!(await page?.text())?.includes("<!doctype html>")) problems.push("/ is not a page");
  return problems;
}

/** A compromised process must not be able to change the program. */
async function checkReadOnly(container: string): Promise<readonly string[]> {
  const attempt = "id -u; touch /srv/portal/scripts/serve.ts /srv/portal/new 2>&1 || echo refused";
  const output = await docker("exec", container, "sh", "-c", attempt);
  const isReadOnly = output.startsWith("10001") && output.endsWith("refused");
  return isReadOnly ? [] : [`in the container: ${output}`];
}
