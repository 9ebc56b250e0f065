import { describe, expect } from "vitest";
import { findLinkOwner } from "./account-link.store.ts";
import { aCodeRequest, aReader, everythingStored, test } from "../../testing/messages-test.ts";

/** R28: tables, backups and screens of the office contain no secrets. */
describe("a secret in a message", () => {
  // shows R28, T33
  test("is not in the database when it is a code", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const codeId = await aCodeRequest(shop, userId);
    const id = await context.queue({ kind: "sign-in-code", userId, codeId });
    await context.send(id);

    const code = /^[A-Z0-9]{6}(?= )/.exec(context.texts[0]?.text ?? "")?.[0] ?? "none was sent";
    const stored = await everythingStored(shop);
    expect(stored).toContain(codeId);
    // Six letters may occur within a hash by chance, but not as a separate word.
    expect(stored).not.toMatch(new RegExp(`(?<![A-Za-z0-9+/])${code}(?![A-Za-z0-9+/])`));
    expect(await asAdmin(shop, id)).not.toContain(code);
  });

  // shows R28, T33
  test("is masked in the stored copy when it is three characters", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const codeId = await aCodeRequest(shop, userId, "sign-up");
    const id = await context.queue({ kind: "sign-up-code", userId, codeId });
    await context.send(id);

    const text = context.texts[0]?.text ?? "";
    const [, sms] = await context.rowsOf(id);
    expect(text).toMatch(/^[A-Z0-9]{3} is your /);
    expect(sms?.text).toBe(text.replace(/^.../, "••••••"));
  });

  test.for([
    ["registration", "set-password"],
    ["password-reset", "set-password"],
    ["confirm-email", "confirm-email"],
    ["email-change-asked", "not-me"],
  ] as const)("with %s is nowhere in the database", async ([kind, page], { shop, context }) => {
    const { id: userId, email } = await aReader(shop);
    const id = await context.queue(
      kind === "email-change-asked"
        ? { kind, userId, formerEmail: email, formerCell: null }
        : { kind, userId },
    );
    await context.send(id);

    const link = new RegExp(`http://shop\\.test/${page}#([0-9a-f-]{36})`);
    const secret = link.exec(context.mails[0]?.text ?? "")?.[1] ?? "";
    expect(secret).not.toBe("");
    expect(context.mails[0]?.html).toContain(`/${page}#${secret}`);
    const stored = await everythingStored(shop);
    expect(stored).toContain(`http://shop.test/${page}#••••••`);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.replaceAll("-", ""));
    expect(await asAdmin(shop, id)).not.toContain(secret);
  });

  test("by SMS is not the link of the email, which alone verifies the email", async ({
    shop,
    context,
  }) => {
    const { id: userId, email } = await aReader(shop);
    await context.send(await context.queue({ kind: "registration", userId }));
    const secretIn = (text = "") => /#([0-9a-f-]{36})/.exec(text)?.[1] ?? "";
    const [mailed, texted] = [secretIn(context.mails[0]?.text), secretIn(context.texts[0]?.text)];
    const { db, now } = shop.deps;
    expect(await findLinkOwner(db, mailed, now())).toMatchObject({ email, provesEmail: true });
    expect(await findLinkOwner(db, texted, now())).toMatchObject({ email, provesEmail: false });
  });
});

async function asAdmin(shop: Parameters<typeof aReader>[0], id: number): Promise<string> {
  const admin = await shop.as(shop.people.admin);
  return JSON.stringify([
    await admin.system.sentEmail({ id }),
    await admin.system.sentEmails({ pageSize: 100 }),
  ]);
}
