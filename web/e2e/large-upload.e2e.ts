import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoMediaFolder } from "../../server/src/edges/demo/demo-media.ts";
import { connect } from "../../server/src/platform/db/connect.ts";
import { desk, openBrowser, visit } from "./browser.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

const megabyte = 1024 * 1024;

let browser: Browser;
let shop: OwnShop;
let folder: string;
beforeAll(async () => {
  [browser, shop, folder] = await Promise.all([
    openBrowser(),
    openOwnShop("large_upload", {}),
    mkdtemp(path.join(tmpdir(), "portal-large-")),
  ]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

// shows T283
test("a large video continues by itself after the server was restarted, and is the same file", async () => {
  const film = await readFile(path.join(demoMediaFolder, "first-order.mp4"));
  const large = Buffer.concat([film, randomBytes(24 * megabyte)]);
  const file = path.join(folder, "large-film.mp4");
  await writeFile(file, large);

  const { page, context } = await visit(browser, { baseUrl: shop.baseUrl, viewport: desk });
  await signIn(page, shop.adminEmail, "/admin/marketing-material");
  const places: number[] = [];
  page.on("request", (request) => {
    const from = new URL(request.url()).searchParams.get("from");
    if (request.method() === "PUT") places.push(Number(from));
  });
  const quicken = await slowUploads(page);
  await page.getByLabel("Files to upload").setInputFiles(file);
  const progress = page.getByRole("progressbar", { name: "Upload of large-film.mp4" });
  await expect
    .poll(async () => Number(await progress.getAttribute("aria-valuenow")), { timeout: 20_000 })
    .toBeGreaterThan(20);
  const start = await shop.stop();
  await page.getByText("The connection was lost. We’ll continue automatically.").waitFor();
  await expectSoundPage(page);

  await quicken();
  await start();
  await page.getByText("Saved!").waitFor();
  await page.getByRole("heading", { name: "large-film" }).waitFor();
  expect(places).toHaveLength(2);
  expect(places[1]).toBeGreaterThan(megabyte);
  expect(await storedHash()).toBe(createHash("sha256").update(large).digest("hex"));
  await context.close();
});

/** @returns how to end it */
async function slowUploads(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  const usual = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  const limit = (uploadThroughput: number) =>
    devTools.send("Network.emulateNetworkConditions", { ...usual, uploadThroughput });
  await limit(3 * megabyte);
  return async () => void (await limit(-1));
}

async function storedHash(): Promise<string | undefined> {
  const db = connect(shop.databaseUrl, { poolSize: 1 });
  try {
    const found = await db.selectFrom("upload").select("sha256").executeTakeFirst();
    return found?.sha256;
  } finally {
    await db.destroy();
  }
}
