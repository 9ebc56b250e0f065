import { TOTP, URI } from "otpauth";
import { z } from "zod";
import { type Answer, aBrowser, aPerson, type Browser, linkFor } from "./a-browser.ts";
import { asOwner } from "./as-owner.ts";
import { aConfirmedSession } from "./busy-shop.ts";
import { aPerson as aNewColleague } from "./proposals-test.ts";
import type { TestShop } from "./shop-test.ts";

export const adminPassword = "Correct-1234!";

/** The fields of an answer, by a schema of the test. */
export function fieldsOf<Shape extends z.ZodRawShape>(
  { body }: Pick<Answer, "body">,
  shape: Shape,
) {
  return z.object({ result: z.object({ data: z.object(shape) }) }).parse(JSON.parse(body)).result
    .data;
}

/** An admin with a password and nothing else, as after an upgrade. */
export async function aBareAdmin(shop: TestShop): Promise<{ id: number; email: string }> {
  const person = await aPerson(shop, { password: adminPassword });
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("account").set({ role: "admin" }).where("id", "=", person.id).execute(),
  );
  return person;
}

type App = Readonly<{ code: (at?: number) => string }>;

/** Reads the QR code as an app does. */
export function anApp(uri: string): App {
  const totp = URI.parse(uri);
  if (!(totp instanceof TOTP)) throw new Error("not a code of time");
  return { code: (at = Date.now()) => totp.generate({ timestamp: at }) };
}

export type ReadyAdmin = Readonly<{
  id: number;
  email: string;
  app: App;
  recoveryCodes: string[];
  /** Signed in. */
  browser: Browser;
}>;

/** An admin who has set up one-time codes by a mailed link. */
export async function setupOfAdmin(shop: TestShop): Promise<ReadyAdmin> {
  const { id, email } = await aBareAdmin(shop);
  const browser = aBrowser(shop);
  const uuid = await linkFor(shop, id, "set-up-factor");
  await browser.change("factors.openLink", { uuid, password: adminPassword });
  const begun = await browser.change("factors.beginCodes");
  const app = anApp(fieldsOf(begun, { uri: z.string() }).uri);
  const added = await browser.change("factors.addCodes", { code: app.code() });
  const { recoveryCodes } = fieldsOf(added, { recoveryCodes: z.array(z.string()) });
  return { id, email, app, recoveryCodes, browser };
}

/** Half a minute later: the code of set-up was used. */
export function nextCode({ app }: Pick<ReadyAdmin, "app">): string {
  return app.code(Date.now() + 30_000);
}

/** What an admin proposes and nobody has confirmed. @returns reads its state */
export async function aProposalOf(shop: TestShop, { id }: Pick<ReadyAdmin, "id">) {
  const at = new Date().toISOString();
  const factor = { shownAt: at, provedAt: at, actedAt: null, setUpBy: null, comesBack: false };
  const admin = await shop.as(id, { session: { ...aConfirmedSession(), factor } });
  await admin.users.create(aNewColleague());
  return () =>
    shop.deps.db
      .selectFrom("decision")
      .select(["state", "failure"])
      .where("proposed_by", "=", id)
      .executeTakeFirstOrThrow();
}
