import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoMediaFolder } from "../../server/src/edges/demo/demo-media.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

const film = path.join(demoMediaFolder, "first-order.mp4");
const paper = Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("training media", () => {
  // shows S2.52, S2.53, S2.54
  test("are uploaded by the office, viewed and downloaded by members, and logged", async () => {
    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/marketing-material");
    await office.page.getByText("Your first order").waitFor();
    await expectSoundPage(office.page);
    await choose(office.page, film);
    await office.page.getByText("Saved!").waitFor();
    const title = `Journey ${crypto.randomUUID().slice(0, 8)}`;
    await rename(office.page, title);
    await caption(office.page, title);

    await office.page.getByRole("tab", { name: "Documents" }).click();
    await choose(office.page, { name: `${title}.pdf`, mimeType: "text/plain", buffer: paper });
    await office.page.getByRole("heading", { name: title }).waitFor();
    await choose(office.page, {
      name: "x.html",
      mimeType: "text/html",
      buffer: Buffer.from("<p>"),
    });
    await office.page.getByText(/^E001: /).waitFor();
    await expectSoundPage(office.page);

    const member = await visit(browser, { baseUrl, viewport: phone });
    await signIn(member.page, "anna.l1@shop.test", "/distributor/training-videos");
    await member.page.getByRole("button", { name: `Play ${title}` }).click();
    const player = member.page.getByRole("dialog", { name: title });
    await player.getByText("1.5×").click();
    await expect
      .poll(() => player.locator("video").evaluate(firstCaption))
      .toBe("Choose how many bottles.");
    await player.getByRole("link", { name: "Transcript" }).waitFor();
    const logged = member.page.waitForResponse(/uploads\.logAccess/);
    await player.locator("video").evaluate((video: HTMLVideoElement) => void video.play());
    expect((await logged).status()).toBe(200);
    await expectSoundPage(member.page);
    const source = (await player.locator("video").getAttribute("src")) ?? "";

    await member.page.goto("/distributor/documents");
    const download = member.page.waitForEvent("download");
    await member.page.getByRole("link", { name: `Download ${title}` }).click();
    expect((await download).suggestedFilename()).toBe(`${title}.pdf`);
    await expectSoundPage(member.page);

    await office.page.goto(`/admin/marketing-material?search=${title.slice(-8)}`);
    await office.page.getByRole("button", { name: `Access log of ${title}` }).click();
    await office.page.getByText("Opened once by one person.").waitFor();
    await expectSoundPage(office.page);

    const customer = await visit(browser, { baseUrl, viewport: desk });
    expect((await customer.page.request.get(source)).status()).toBe(401);
    await signIn(customer.page, "kim.customer@shop.test", "/shop/my-account");
    expect((await customer.page.request.get(source)).status()).toBe(403);
    for (const { context } of [office, member, customer]) await context.close();
  });
});

async function choose(
  page: Page,
  file: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0],
) {
  await page.getByLabel("Files to upload").setInputFiles(file);
}

/** Uploads captions, first an invalid file, then a valid one. */
async function caption(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  const sheet = page.getByRole("dialog", { name: title });
  const file = (text: string) => ({
    name: "captions.vtt",
    mimeType: "text/vtt",
    buffer: Buffer.from(text),
  });
  await sheet.getByLabel(/^Captions of/).setInputFiles(file("<script>alert(1)</script>"));
  await sheet.getByText(/^E001: We could not read these captions/).waitFor();
  const vtt = "WEBVTT\n\n00:00.000 --> 00:04.000\nChoose how many bottles.\n";
  await sheet.getByLabel(/^Captions of/).setInputFiles(file(vtt));
  await sheet.getByText("Shown in the player").waitFor();
  await sheet.getByRole("button", { name: "Cancel" }).click();
}

function firstCaption(video: HTMLVideoElement): string | undefined {
  const [cue] = video.textTracks[0]?.cues ?? [];
  return cue instanceof VTTCue ? cue.text : undefined;
}

/** Renames the newest film. */
async function rename(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Edit first-order" }).last().click();
  await page.getByLabel(/^Title/).fill(title);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: title }).waitFor();
}
