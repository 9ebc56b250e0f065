import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { demoPassword } from "../server/src/edges/demo/demo-people.ts";
import { seedDemo } from "../server/src/edges/demo/seed-demo.ts";
import { prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { diskFiles } from "../server/src/platform/files/file-store.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../server/src/testing/test-database.ts";
import { startTestServer } from "../server/src/testing/test-server.ts";
import { desk, openBrowser, phone } from "../web/e2e/browser.ts";
import { startPortal } from "../web/e2e/portal.ts";
import { root } from "./run-program.ts";
import { runScript } from "./run-script.ts";
import { buildWebClient } from "./web-client.ts";

const folder = path.join(root, "docs/pictures");
const schemes = ["light", "dark"] as const;

type Picture = Readonly<{
  name: string;
  path: string;
  /** The user to sign in; a guest by default. */
  email?: string;
  /** Opens the first row of the list, whose number changes every day. */
  opensFirstRow?: true;
  /** The shop has one scheme only. */
  schemes: readonly (typeof schemes)[number][];
  viewport: typeof desk;
}>;

const pictures: readonly Picture[] = [
  { name: "shop", path: "/", schemes: ["light"], viewport: desk },
  { name: "shop-phone", path: "/", schemes: ["light"], viewport: phone },
  {
    name: "dashboard",
    path: "/admin",
    email: "admin@shop.test",
    schemes,
    viewport: desk,
  },
  {
    name: "order",
    path: "/admin/orders?state=paid",
    opensFirstRow: true,
    email: "admin@shop.test",
    schemes,
    viewport: desk,
  },
  {
    name: "wallet",
    path: "/distributor/my-wallet",
    email: "anna.l1@shop.test",
    schemes,
    viewport: desk,
  },
  {
    name: "network",
    path: "/distributor/my-network",
    email: "anna.l1@shop.test",
    schemes,
    viewport: desk,
  },
];

/** Takes the screenshots of the README from the demo. */
await runScript(async ({ onEnd }) => {
  await buildWebClient();
  const server = await startTestServer();
  onEnd(server.stop);
  const name = `portal_screenshots_${process.pid}`;
  await createDatabase(server.url, name);
  onEnd(() => dropDatabase(server.url, name));
  const url = databaseUrl(server.url, name);
  await prepareDatabase(url);
  const data = await mkdtemp(path.join(tmpdir(), "portal-screenshots-"));
  onEnd(() => rm(data, { recursive: true, force: true }));
  const until = new Date().toISOString().slice(0, 10);
  await seedDemo({ ownerUrl: url, until, files: diskFiles(path.join(data, "files")) });
  const portal = await startPortal(url, {
    DATA_DIR: data,
    MAIL_SINK: path.join(data, "mail"),
    SMS_SINK: path.join(data, "sms"),
  });
  onEnd(portal.stop);

  const browser = await openBrowser();
  onEnd(() => browser.close());
  await mkdir(folder, { recursive: true });
  for (const picture of pictures) {
    for (const colorScheme of picture.schemes) {
      const context = await browser.newContext({
        baseURL: portal.baseUrl,
        viewport: picture.viewport,
        colorScheme,
        reducedMotion: "reduce",
        locale: "en-ZA",
        timezoneId: "Africa/Johannesburg",
      });
      const page = await context.newPage();
      await page.goto(picture.path);
      if (picture.email) {
        await page.getByLabel("Email").fill(picture.email);
        await page.getByRole("textbox", { name: "Password" }).fill(demoPassword);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await page.waitForURL((at) => at.pathname !== "/login");
      }
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (picture.opensFirstRow) {
        await page
          .getByRole("link", { name: /Open order/ })
          .first()
          .click();
        await page.getByRole("dialog").getByRole("heading", { name: "Delivery" }).waitFor();
      }
      await untilRendered(page);
      const file = picture.schemes.length > 1 ? `${picture.name}-${colorScheme}` : picture.name;
      await page.screenshot({ path: path.join(folder, `${file}.png`) });
      await context.close();
      console.log(`docs/pictures/${file}.png`);
    }
  }
  return 0;
});

/** Waits for data, fonts and images. The strings are evaluated in the page. */
async function untilRendered(page: Page): Promise<void> {
  const unfinished = ".mantine-Skeleton-root, [aria-busy=true], [data-stale]";
  await page.locator(`html:not(:has(${unfinished}))`).waitFor({ state: "attached" });
  await page.evaluate("document.fonts.ready");
  await page.evaluate("Promise.allSettled([...document.images].map((image) => image.decode()))");
}
