import { siteCopyNames } from "@portal/shared/office/site-copy-names.ts";
import { describe, expect } from "vitest";
import { connect, portalRole } from "../../platform/db/connect.ts";
import { readOnly } from "../../platform/db/database.ts";
import { aProduct } from "../../testing/busy-shop.ts";
import { harmIn, hostileHtml } from "../../testing/hostile-html.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { cleanCopy } from "../../platform/rich-text/clean-copy.rules.ts";
import { holdSiteCopies, type SiteCopies } from "./site-copies.ts";

const office = async (shop: TestShop) => (await shop.as(shop.people.admin)).content;
const guest = async (shop: TestShop) => (await shop.as(null)).content;

async function aPicture({ deps }: TestShop, category: "Photos" | "Documents"): Promise<number> {
  const sha256 = "0".repeat(64);
  const { id } = await deps.db
    .insertInto("upload")
    .values({
      category,
      title: "Bottle",
      filename: "b.jpg",
      kind: "image",
      content_type: "image/jpeg",
      sha256,
      bytes: 1,
      width: 10,
      height: 10,
      uploaded_by: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

describe("site copy", () => {
  // shows S3.30, S7.39
  test("is the original one until the office writes another, which everyone reads", async ({
    shop,
  }) => {
    const { set } = await office(shop);
    const { get, list } = await guest(shop);
    expect(await get({ varName: "home.lead" })).toBeNull();
    await set({ varName: "home.lead", copy: "<p>Brought <b>home</b>.</p>" });
    await set({ varName: "shipping-info.lead", copy: "<p>Soon.</p>" });
    expect(await get({ varName: "home.lead" })).toMatchObject({
      copy: "<p>Brought <strong>home</strong>.</p>",
    });
    expect((await list({ page: "home" })).map(({ varName }) => varName)).toEqual(["home.lead"]);
    expect(await list({})).toHaveLength(2);
  });

  // shows T353
  test("leads nobody to another bank account, and keeps the numbers that it had", async ({
    shop,
  }) => {
    const { set } = await office(shop);
    const { get } = await guest(shop);
    const varName = "shipping-info.late";
    const copy = "<p>Pay into 62 000 000 001</p>";
    await expect(set({ varName, copy })).rejects.toMatchObject({
      cause: { code: "content.account-number", field: "copy" },
    });
    const at = shop.deps.now();
    const older = "<p>Regulator: 010 023 5207</p>";
    await shop.deps.db
      .insertInto("site_copy")
      .values({ var_name: varName, copy: older, pictures: [], updated_at: at })
      .execute();
    const { version = null } = (await get({ varName })) ?? {};
    await set({ varName, copy: "<p>The regulator: 010-023-5207</p>", version });
    await set({ varName, copy: null });
  });

  // shows T353
  test("and the texts of products and testimonials lead nobody there either", async ({ shop }) => {
    const { products, testimonials } = await shop.as(shop.people.admin);
    const said = { id: -1, name: "Thandi", town: "Durban", words: "Good.", imageId: null };
    const shown = { sortOrder: 1, isShown: true };
    const refusal = (field: string) => ({ cause: { code: "content.account-number", field } });
    const account = "Pay 62 000 000 001";
    for (const field of ["name", "town", "words"] as const)
      await expect(
        testimonials.save({ ...said, ...shown, [field]: account }),
      ).rejects.toMatchObject(refusal(field));
    const { id } = await products.save({ ...aProduct, id: -1, productCode: "T353" });
    for (const field of ["name", "description", "outOfStockMessage"] as const)
      for (const known of [-1, id])
        await expect(
          products.save({ ...aProduct, productCode: "T353", id: known, [field]: account }),
        ).rejects.toMatchObject(refusal(field));
    await products.delete({ id });
  });

  test("appears on pages of this process immediately, and soon on those of another", async ({
    shop,
    ownerUrl,
  }) => {
    const { set } = await office(shop);
    const otherDb = connect(ownerUrl, { role: portalRole, poolSize: 1 });
    const other = holdSiteCopies(readOnly(otherDb), 0);
    const leadIn = async ({ known }: SiteCopies) =>
      (await known()).find(({ varName }) => varName === "home.lead")?.copy;
    const before = await other.known();

    await set({ varName: "home.lead", copy: "<p>Another</p>" });

    expect(await leadIn(shop.deps.copies)).toBe("<p>Another</p>");
    // The first request does not wait for the database: it gets the cached texts.
    expect(await other.known()).toBe(before);
    await expect.poll(() => leadIn(other)).toBe("<p>Another</p>");

    await otherDb.destroy();
    await other.refresh();
    expect(await leadIn(other)).toBe("<p>Another</p>");
    expect(await holdSiteCopies(readOnly(otherDb)).known()).toEqual([]);
  });

  // shows S2.57, S2.59, S6.19
  test("keeps every version with its author, and can be restored", async ({ shop }) => {
    const { set, versions, get } = await office(shop);
    const varName = "returns-policy.lead";
    const first = await set({ varName, copy: "<p>One</p>" });
    await set({ varName, copy: "<p>Two</p>", version: first.version });
    await expect(set({ varName, copy: "<p>3</p>", version: first.version })).rejects.toThrow(
      "has changed this",
    );
    // Of two edits that began with the original text, the second is refused.
    await expect(set({ varName, copy: "<p>4</p>", version: null })).rejects.toThrow(
      "has changed this",
    );
    await set({ varName, copy: null });
    expect(await get({ varName })).toBeNull();
    const kept = await versions({ varName });
    expect(kept.map(({ copy }) => copy)).toEqual([null, "<p>Two</p>", "<p>One</p>"]);
    expect(kept[0]?.by).toEqual(expect.any(String));
    const trail = await shop.deps.db
      .selectFrom("audit_entry")
      .select("action")
      .where("target", "=", varName)
      .execute();
    expect(trail.map(({ action }) => action).toSorted()).toEqual([
      "site-copy.changed",
      "site-copy.changed",
      "site-copy.restored",
    ]);
  });

  // shows S2.57, S3.30
  test("shows public pictures of the shop, which cannot be deleted meanwhile", async ({ shop }) => {
    const { set } = await office(shop);
    const { uploads } = await shop.as(shop.people.admin);
    const varName = "contact-us.intro";
    const id = await aPicture(shop, "Photos");
    const secret = await aPicture(shop, "Documents");
    const copy = `<p>Look:</p><img src="/resources/images/${id}" alt="A bottle" />`;
    expect((await set({ varName, copy })).copy).toBe(copy);
    await expect(uploads.delete({ id })).rejects.toMatchObject({ code: "CONFLICT" });
    for (const wrong of [secret, 9_999_999])
      await expect(
        set({ varName, copy: `<img src="/resources/images/${wrong}">` }),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await set({ varName, copy: null });
  });

  test.for([
    ["nothing", { copy: "<p> </p>" }],
    ["nothing but what is taken away", { copy: "<script>alert(1)</script>" }],
    ["too much", { copy: "x".repeat(30_001) }],
    ["an unknown name", { varName: "home.nothing" }],
    ["a name of every object", { varName: "constructor" }],
  ] as const)("with %s is refused", async ([, wrong], { shop }) => {
    const { set } = await office(shop);
    await expect(set({ varName: "home.lead", copy: "<p>x</p>", ...wrong })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  // shows S7.39
  test("lists the texts that can be edited", () => {
    expect(siteCopyNames.get("privacy-policy.health")).toBe(
      "Privacy policy: What you tell us about your health",
    );
  });
});

/** Any input is reduced to text, harmless links and pictures of the shop. */
// shows R39, T58
describe("hostile copy", () => {
  test.for([
    ["<img src=x onerror=alert(1)>", ""],
    ["<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"],
    [`<svg><animate attributeName=href values=javascript:alert(1) /></svg><p>a</p>`, "<p>a</p>"],
    [`<a href="java&#10;script:alert(1)">a</a>`, "<a>a</a>"],
    [`<a href="JaVaScRiPt:alert(1)">a</a>`, "<a>a</a>"],
    [`<a href=" javascript:alert(1)">a</a>`, "<a>a</a>"],
    [`<a href="data:text/html,<script>alert(1)</script>">a</a>`, "<a>a</a>"],
    [`<a href="vbscript:x">a</a>`, "<a>a</a>"],
    [`<a href="//evil.example">a</a>`, "<a>a</a>"],
    [`<a href="/\\evil.example">a</a>`, "<a>a</a>"],
    [`<a href="/contact-us" onclick="x()" target="_blank">a</a>`, `<a href="/contact-us">a</a>`],
    [`<a href="mailto:a@b.example">a</a>`, `<a href="mailto:a@b.example">a</a>`],
    ["<style>*{display:none}</style><p>a</p>", "<p>a</p>"],
    [`<p style="position:fixed" class="x" id="root">a</p>`, "<p>a</p>"],
    [`<iframe srcdoc="<script>alert(1)</script>"></iframe><p>a</p>`, "<p>a</p>"],
    [`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`, ""],
    [
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
      "",
    ],
    [`<img src="http://169.254.169.254/latest/meta-data">`, ""],
    [`<img src="https://evil.example/x.png">`, ""],
    [`<img src="data:image/svg+xml,<svg onload=alert(1)>">`, ""],
    [`<img src="/resources/images/1/../../x">`, ""],
    [
      `<img src="/resources/images/7" onload="x()" srcset="//evil 2x" alt="A">`,
      `<img src="/resources/images/7" alt="A" />`,
    ],
    ["<form action=//evil><input name=a></form>", ""],
    ["</site-copy><p>a</p>", "<p>a</p>"],
    ["<p>1 &lt; 2 &amp; 3</p>", "<p>1 &lt; 2 &amp; 3</p>"],
  ] as const)("%s becomes harmless", async ([given, left]) => {
    expect(await cleanCopy(given)).toBe(left);
  });

  test.for(hostileHtml)("of %s is reduced to harmless text", async (given) => {
    const left = await cleanCopy(given);
    expect(harmIn(left)).toEqual([]);
    expect(left).toContain("hostile");
    expect(await cleanCopy(left)).toBe(left);
  });

  test("is unchanged when it is sanitised again", async () => {
    const given = `<h2>A</h2><ul><li>b <i>c</i></li></ul><blockquote><p>d</p></blockquote><a href="https://x.example/?a=1&b=2">e</a>`;
    const once = await cleanCopy(given);
    expect(await cleanCopy(once)).toBe(once);
  });
});
