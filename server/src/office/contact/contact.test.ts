import { randomUUID } from "node:crypto";
import { regions } from "@portal/shared/platform/region.ts";
import { describe, expect } from "vitest";
import type { Captcha } from "../../gateways/captcha/captcha.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { test as shopTest, type TestShop } from "../../testing/shop-test.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";
import { purgeExpired } from "../retention/purge-expired.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const hostile = `"><script>alert(1)</script> {{7*7}} {{home}}\r\nBcc: x@y.example \u202e\u200b`;
const hostileName = '"><script>{{7*7}} Bcc: x@y.example';

/** Each test has its own client address, so that tests do not share rate limits. */
let places = 0;
const test = shopTest.extend("guest", async ({ shop }) => {
  places += 1;
  return shop.as(null, { ip: `198.51.100.${places}` });
});

const general = () => ({
  commandId: randomUUID(),
  source: "general" as const,
  email: `${randomUUID()}@example.test`,
  text: "It came in two days.",
});
const distributor = () => ({
  ...general(),
  source: "distributor" as const,
  name: "Thandi",
  surname: "Mokoena",
  cellNumber: "082 123 4567",
  residingTown: "Paarl",
  whereDidYouHear: "A friend",
  existingCustomer: "Yes" as const,
  orderNumber: "RH10421",
});

async function kept({ deps }: TestShop, commandId: string) {
  return deps.db
    .selectFrom("contact_message")
    .selectAll()
    .where("command_id", "=", commandId)
    .execute();
}

/** Sends the queued emails of one message, and returns them. */
async function mailsFor(shop: TestShop, commandId: string) {
  const post = openPostOffice();
  const [message] = await kept(shop, commandId);
  const rows = await shop.deps.db
    .selectFrom("message")
    .select("id")
    .where("message_key", "like", `contact:${message?.id}:%`)
    .orderBy("id")
    .execute();
  for (const { id } of rows) await sendMessage({ ...shop.deps, ...post, log: silent }, id);
  return post.mails;
}

/** A captcha that accepts one answer once. */
function oneAnswer(answer: string): Captcha {
  const left = new Set([answer]);
  return {
    challenge: async () => ({}),
    isSolved: async (given) => given !== undefined && left.delete(given),
    purgeExpired: async () => {},
  };
}

describe("a message to the shop", () => {
  // shows S3.26
  test("is stored, forwarded to the shop, and acknowledged without its text", async ({
    shop,
    guest,
  }) => {
    const message = distributor();
    expect(await guest.contact.submit(message)).toEqual({ received: true });

    expect(await kept(shop, message.commandId)).toMatchObject([
      {
        source: "distributor",
        cell_number: "0821234567",
        existing_customer: true,
        order_number: "RH10421",
      },
    ]);
    const [toShop, toWriter, ...others] = await mailsFor(shop, message.commandId);
    expect(others).toEqual([]);
    expect(toShop).toMatchObject({
      to: "orders@shop.test",
      subject: "New contact message: Become a distributor",
    });
    expect(toShop?.text).toContain(`Email: ${message.email}\nName: Thandi Mokoena`);
    expect(toShop?.text).toContain("It came in two days.");
    expect(toWriter).toMatchObject({ to: message.email, subject: "We have received your message" });
    expect(toWriter?.text).not.toMatch(/Thandi|two days/);
  });

  // shows S3.26
  test.for(["general", "experience"] as const)(
    "about %s keeps and forwards every field that it has",
    async (source, { shop, guest }) => {
      const message = { ...distributor(), source, age: "41" };
      expect(await guest.contact.submit(message)).toEqual({ received: true });

      const all = {
        name: "Thandi",
        surname: "Mokoena",
        age: 41,
        cell_number: "0821234567",
        residing_town: "Paarl",
        where_did_you_hear: "A friend",
        existing_customer: true,
        order_number: "RH10421",
      };
      expect(await kept(shop, message.commandId)).toMatchObject([{ source, ...all }]);
      const [toShop] = await mailsFor(shop, message.commandId);
      for (const words of ["Thandi Mokoena", "41", "0821234567", "Paarl", "A friend", "RH10421"])
        expect(toShop?.text).toContain(words);
    },
  );

  test("goes to the address in the settings", async ({ shop, guest }) => {
    const setInbox = (contact_email: string) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("shop_setting").set({ contact_email }).execute(),
      );
    await setInbox("help@shop.test");
    try {
      const message = general();
      await guest.contact.submit(message);
      expect((await mailsFor(shop, message.commandId))[0]?.to).toBe("help@shop.test");
    } finally {
      await setInbox("");
    }
  });

  test("is stored once when it is retried after a lost response", async ({ shop, guest }) => {
    const message = general();
    await guest.contact.submit(message);
    await guest.contact.submit(message);
    expect(await kept(shop, message.commandId)).toHaveLength(1);
    expect(await mailsFor(shop, message.commandId)).toHaveLength(2);
  });

  // shows R40, T59
  test("stays plain text", async ({ shop, guest }) => {
    const message = {
      ...distributor(),
      name: hostileName,
      surname: hostileName,
      residingTown: hostileName,
      whereDidYouHear: hostileName,
      text: hostile,
    };
    await guest.contact.submit(message);
    const [toShop] = await mailsFor(shop, message.commandId);
    expect(toShop?.to).toBe("orders@shop.test");
    expect(toShop?.subject).not.toMatch(/[\r\n<]|Bcc/);
    expect(toShop?.html).not.toContain("<script");
    expect(toShop?.html).toContain("{{7*7}} {{home}}");
    expect(toShop?.text).toContain("{{7*7}} {{home}}");
  });

  test.for([
    { email: "a@b.test\r\nBcc: x@y.example" },
    { text: "" },
    { source: "admin" },
    { text: "x".repeat(3001) },
  ])("is refused with %j", async (changes, { shop, guest }) => {
    const wrong: object = changes;
    const message = Object.assign(general(), wrong);
    await expect(guest.contact.submit(message)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await kept(shop, message.commandId)).toEqual([]);
  });

  // shows S5.18
  test("requires ten digits in South Africa, and names the field", async ({ shop, guest }) => {
    const message = { ...distributor(), cellNumber: "+44 7400 123456" };
    await expect(guest.contact.submit(message)).rejects.toThrow(
      "Please enter a 10 digit cell number e.g 0821234567.",
    );
    const british = await shop.as(null, {
      ip: "198.51.100.200",
      shop: { ...shop.deps.shop, region: "uk" },
    });
    expect(await british.contact.submit(message)).toEqual({ received: true });
  });

  // shows S5.17
  test("is refused in the words of the shop's region", async ({ shop }) => {
    const words = {
      za: "Please enter a 10 digit cell number e.g 0821234567.",
      uk: "Please enter a valid UK mobile number.",
      usa: "Please enter a valid number",
    } as const;
    for (const region of regions) {
      const ip = `198.51.100.${220 + regions.indexOf(region)}`;
      const guest = await shop.as(null, { ip, shop: { ...shop.deps.shop, region } });
      await expect(guest.contact.submit({ ...distributor(), cellNumber: " " })).rejects.toThrow(
        words[region],
      );
    }
  });
});

describe("a client that writes to the shop", () => {
  test("gets the same response on a retry, although its captcha has been used", async ({
    shop,
  }) => {
    const guest = await shop.as(null, { ip: "198.51.100.202", captcha: oneAnswer("right") });
    const message = { ...general(), rcData: "right" };

    await guest.contact.submit(message);

    expect(await guest.contact.submit(message)).toEqual({ received: true });
    expect(await kept(shop, message.commandId)).toHaveLength(1);
  });

  // shows R38, S8.9, T47
  test("without a captcha, or with a forged or used one, is told to send an email", async ({
    shop,
  }) => {
    const captcha = oneAnswer("right");
    const guest = await shop.as(null, { ip: "198.51.100.201", captcha });
    for (const rcData of [undefined, "forged"]) {
      const message = { ...general(), ...(rcData === undefined ? {} : { rcData }) };
      await expect(guest.contact.submit(message)).rejects.toThrow(
        "Could not submit! Please email us instead!",
      );
      expect(await kept(shop, message.commandId)).toEqual([]);
    }
    await guest.contact.submit({ ...general(), rcData: "right" });
    const again = { ...general(), rcData: "right" };
    await expect(guest.contact.submit(again)).rejects.toThrow("Could not submit!");
    expect(await kept(shop, again.commandId)).toEqual([]);
  });

  test("is rate limited after ten messages in an hour, and others are not", async ({
    shop,
    guest,
  }) => {
    for (let count = 0; count < 10; count += 1) await guest.contact.submit(general());
    await expect(guest.contact.submit(general())).rejects.toThrow("Too many attempts.");
    const other = await shop.as(null, { ip: "198.51.100.202" });
    expect(await other.contact.submit(general())).toEqual({ received: true });
  });

  test("cannot flood a mailbox from many addresses", async ({ shop }) => {
    const email = "victim@example.test";
    const counts: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const guest = await shop.as(null, { ip: `198.51.100.${210 + count}` });
      const message = { ...general(), email };
      await guest.contact.submit(message);
      const mails = await mailsFor(shop, message.commandId);
      counts.push(mails.filter(({ to }) => to === email).length);
    }
    expect(counts).toEqual([1, 1, 1, 1, 0]);
  });
});

describe("the office", () => {
  test("reads messages newest first, by kind and by literal search", async ({ shop, guest }) => {
    const admin = await shop.as(shop.people.admin);
    const percent = { ...general(), text: "100% of it, word_for_word" };
    const experience = {
      ...general(),
      source: "experience" as const,
      name: "Pieter",
      age: "61",
      text: hostile,
    };
    await guest.contact.submit(percent);
    await guest.contact.submit(experience);

    const { rows } = await admin.contact.list({});
    expect(rows.map(({ email }) => email).slice(0, 2)).toEqual([experience.email, percent.email]);
    expect(rows[0]).toMatchObject({ name: "Pieter", age: 61, text: hostile });
    expect(await admin.contact.list({ search: "100%" })).toMatchObject({ total: 1 });
    expect(await admin.contact.list({ search: "word_f%" })).toMatchObject({ total: 0 });
    const ofKind = await admin.contact.list({ source: "experience" });
    expect(ofKind.rows[0]).toMatchObject({ email: experience.email });
    expect(new Set(ofKind.rows.map(({ source }) => source))).toEqual(new Set(["experience"]));
  });

  // shows R79, T120
  test("purges messages and the copies of their emails", async ({ shop, guest }) => {
    const message = general();
    await guest.contact.submit(message);
    const { db } = shop.deps;
    await purgeExpired({ db, now: () => "2000-01-01T00:00:00.000Z" });
    expect(await kept(shop, message.commandId)).toHaveLength(1);
    await purgeExpired({ db, now: () => "2999-01-01T00:00:00.000Z" });
    expect(await kept(shop, message.commandId)).toEqual([]);
    const copies = await db
      .selectFrom("message")
      .select("id")
      .where("kind", "in", ["contact-received", "contact-acknowledged"])
      .execute();
    expect(copies).toEqual([]);
  });
});
