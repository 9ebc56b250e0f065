import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";
import { entryQuestionFacts } from "./entry-question.queries.ts";

const commandId = () => randomUUID();

async function anEntryOf(shop: TestShop, name: "ben" | "cara") {
  const order = await aGuestOrder(shop, name.toUpperCase());
  await payByBank(shop, order.uuid, order.total);
  const person = await shop.as(shop.people[name]);
  const { rows } = await person.wallet.entries({ search: `RH${order.orderNumber}` });
  const [entry] = rows;
  if (!entry) throw new Error("the sale earned nothing");
  return { person, entry, order };
}

describe("a question about an entry", () => {
  test("is listed once, with its entry and in the office", async ({ shop }) => {
    const { person, entry, order } = await anEntryOf(shop, "ben");
    const { position, entryNo } = entry;
    const asked = { commandId: commandId(), position, entryNo, question: "  Why so little?  " };

    const { id } = await person.wallet.askAboutEntry(asked);
    expect(await person.wallet.askAboutEntry(asked)).toEqual({ id });
    await expect(
      person.wallet.askAboutEntry({ ...asked, commandId: commandId() }),
    ).rejects.toMatchObject({ cause: { code: "wallet.question-open" } });

    const admin = await shop.as(shop.people.admin);
    const open = await admin.wallet.questions({ search: String(order.orderNumber) });
    expect(open.rows).toMatchObject([
      {
        id,
        position,
        entryNo,
        question: "Why so little?",
        fullName: "Ben Person",
        orderNumber: order.orderNumber,
        amount: entry.amount,
        answer: null,
      },
    ]);
    const again = await person.wallet.entries({ search: `RH${order.orderNumber}` });
    expect(again.rows[0]?.questions).toMatchObject([{ question: "Why so little?", answer: null }]);
  });

  test("is answered once under concurrent answers, with credit that names the entry", async ({
    shop,
  }) => {
    const { person, entry, order } = await anEntryOf(shop, "cara");
    const { position, entryNo } = entry;
    const { id } = await person.wallet.askAboutEntry({
      commandId: commandId(),
      position,
      entryNo,
      question: "One bottle is missing",
    });
    const admin = await shop.as(shop.people.admin);
    const before = await person.wallet.mine();
    const answer = () =>
      admin.wallet.answerQuestion({
        commandId: commandId(),
        id,
        answer: "You are right, Cara.",
        credit: 3250,
      });

    const answers = await Promise.allSettled(Array.from({ length: 8 }, answer));

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(answer()).rejects.toMatchObject({ cause: { code: "wallet.question-answered" } });
    const { accrued, storeCredit } = await person.wallet.mine();
    expect({ accrued, storeCredit }).toEqual({
      accrued: before.accrued,
      storeCredit: before.storeCredit + 3250,
    });
    const { rows } = await person.wallet.entries({ search: `RH${order.orderNumber}` });
    expect(rows[0]?.questions).toMatchObject([{ answer: "You are right, Cara.", credit: 3250 }]);
    const granted = await shop.deps.db
      .selectFrom("ledger_events")
      .innerJoin("free_text", "free_text.id", "ledger_events.event_id")
      .select(["data", "text"])
      .where("type", "=", "CreditGranted")
      .execute();
    expect(granted).toEqual([
      {
        data: { userId: shop.people.cara, amount: 3250, reasonId: expect.any(String) },
        text: `Answer to question ${id} about ledger position ${position}, entry ${entryNo}`,
      },
    ]);
    const written = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["actor_id", "subject_id", "details"])
      .where("action", "=", "entry-question.answered")
      .execute();
    expect(written).toEqual([
      {
        actor_id: shop.people.admin,
        subject_id: shop.people.cara,
        details: { creditAmount: 3250 },
      },
    ]);
  });

  test("can be asked again after its answer; question and answer are emailed", async ({ shop }) => {
    const { person, entry } = await anEntryOf(shop, "ben");
    const { position, entryNo } = entry;
    const ask = (question: string) =>
      person.wallet.askAboutEntry({ commandId: commandId(), position, entryNo, question });
    const first = await ask("Why?");
    const admin = await shop.as(shop.people.admin);
    await admin.wallet.answerQuestion({
      commandId: commandId(),
      id: first.id,
      answer: "See the rule.",
      credit: null,
    });
    await ask("Which rule?");

    const { rows } = await person.wallet.entries({ orderNumber: entry.orderNumber });
    expect(rows[0]?.questions.map(({ question }) => question)).toEqual(["Which rule?", "Why?"]);
    const mails = await shop.deps.db
      .selectFrom("message")
      .select(["kind", "user_id", "about"])
      .where("message_key", "in", [`entry-question:${first.id}`, `entry-answer:${first.id}`])
      .orderBy("id")
      .execute();
    expect(mails).toMatchObject([
      { kind: "entry-question-asked", user_id: null, about: { questionId: first.id } },
      { kind: "entry-question-answered", user_id: shop.people.ben },
    ]);
    expect(await entryQuestionFacts(readOnly(shop.deps.db), first.id)).toMatchObject({
      orderNumber: String(entry.orderNumber),
      questionAsker: "Ben Person",
      questionText: "Why?",
      answerText: "See the rule.",
      entryAmount: "R169.56",
    });
  });

  test("is refused about an entry of another member or an unknown one", async ({ shop }) => {
    const { entry } = await anEntryOf(shop, "ben");
    const cara = await shop.as(shop.people.cara);
    const ask = (position: number) =>
      cara.wallet.askAboutEntry({
        commandId: commandId(),
        position,
        entryNo: entry.entryNo,
        question: "Why?",
      });
    const refusal = { code: "NOT_FOUND", cause: { code: "wallet.unknown-entry" } };
    await expect(ask(entry.position)).rejects.toMatchObject(refusal);
    await expect(ask(999_999_999)).rejects.toMatchObject(refusal);
    const admin = await shop.as(shop.people.admin);
    await expect(
      admin.wallet.answerQuestion({
        commandId: commandId(),
        id: 999_999,
        answer: "a",
        credit: null,
      }),
    ).rejects.toMatchObject({ cause: { code: "wallet.question-unknown" } });
  });

  test.for(["", "   ", "x".repeat(1001)])(
    "is refused when empty or above 1,000 characters",
    async (question, { shop }) => {
      const ben = await shop.as(shop.people.ben);
      await expect(
        ben.wallet.askAboutEntry({ commandId: commandId(), position: 1, entryNo: 1, question }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  test("cannot be moved to another entry", async ({ shop }) => {
    await expect(
      shop.deps.db.updateTable("entry_question").set({ position: 1 }).execute(),
    ).rejects.toThrow("permission denied");
  });
});
