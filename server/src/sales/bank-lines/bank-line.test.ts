import { randomUUID } from "node:crypto";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { knowBankAccount } from "../../testing/known-accounts.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { nameOrdersOfOldLines } from "./bank-line.actions.ts";

const day = shopDay();
const dayBefore = addDays(day, -1);
const dayOfOfx = (of: string) => of.replaceAll("-", "");
const statementOf = (...lines: (readonly [amount: string, description: string])[]) =>
  ["Date,Amount,Description", ...lines.map(([amount, text]) => `${day},${amount},${text}`)].join(
    "\n",
  );

const ofxOf = (id: string, amount: string, name: string) => `<OFX><BANKACCTFROM><ACCTID>
  <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${dayOfOfx(day)}<TRNAMT>${amount}<FITID>${id}<NAME>${name}
  </STMTTRN></OFX>`;

async function upload(shop: TestShop, text: string, userId = shop.people.admin, answer = "") {
  const start = { userId, device: "", withPassword: true };
  const { token } = await shop.deps.sessions.start(start);
  return shop.app.inject({
    method: "POST",
    url: `/office/bank-statements?name=november.csv${answer}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
}

/** An order, and a bank transaction with its reference. */
/** The events of the entries of an incoming transaction. */
async function booked({ deps }: TestShop, lineId: number) {
  const { rows } = await sql<{ type: string; kind: string; amount: number }>`
    select entry.type, entry.data ->> 'kind' as kind, (entry.data ->> 'amount')::int as amount
    from ledger_events opened
    join ledger_events entry on entry.stream_id = opened.stream_id
    where opened.type = 'MoneyBooked' and opened.data ->> 'bankLineId' = ${String(lineId)}
    order by entry.position`.execute(deps.db);
  return rows.map(({ type, kind, amount }) => [type, kind, amount]);
}

async function aLineFor(shop: TestShop, amount: string) {
  const order = await aGuestOrder(shop);
  const description = `RH${order.orderNumber} ${randomUUID()}`;
  await upload(shop, statementOf([amount, description]));
  const admin = await shop.as(shop.people.admin);
  const { rows } = await admin.bankLines.list({ search: description });
  const line = rows[0];
  if (!line) throw new Error("the line is not there");
  return { order, line, admin };
}

const amountOf = (minor: number) => (minor / 100).toFixed(2);
const stateOfOrder = (shop: TestShop, uuid: string) =>
  shop.deps.db
    .selectFrom("projection.order_state")
    .select(["state", "received"])
    .where("order_id", "=", uuid)
    .executeTakeFirstOrThrow();

const refusedAs = (code: DomainErrorCode) => ({ cause: { code } });

// shows T300
describe("a CSV whose columns nothing tells", () => {
  const ofBank = (name: string, text: string) =>
    [`${name} Dag;Wat;Bedrag;Tak`, `${day};${text};10,00;12`, `${day};Koste;-2,00;12`].join("\n");
  const answer = "&columns=day,text,amount,none";

  test("is stored once somebody has said what they are, and the next of its kind at once", async ({
    shop,
  }) => {
    const name = randomUUID();
    const asked = await upload(shop, ofBank(name, "first"));
    expect(asked.json()).toMatchObject({
      success: true,
      data: { columns: [{ guess: "day" }, { guess: "text" }, { guess: "amount" }, {}] },
    });
    const checked = await upload(shop, ofBank(name, "first"), undefined, `${answer}&check=1`);
    expect(checked.json()).toEqual({
      success: true,
      data: {
        read: {
          currency: "ZAR",
          count: 2,
          received: 1000,
          paid: 200,
          first: [
            { day, description: "first", amount: 1000 },
            { day, description: "Koste", amount: -200 },
          ],
        },
      },
    });
    const admin = await shop.as(shop.people.admin);
    const choices = () => shop.deps.db.selectFrom("bank_columns").selectAll().execute();
    expect(await choices()).toEqual([]);

    const stored = await upload(shop, ofBank(name, "first"), undefined, answer);
    expect(stored.json()).toMatchObject({ data: { added: 1, outgoing: 1, readBy: null } });
    const next = await upload(shop, ofBank(name, "second"));
    const [choice] = await choices();
    expect(choice).toMatchObject({ account: "", columns: ["day", "text", "amount", "none"] });
    expect(next.json()).toMatchObject({
      data: { added: 1, readBy: { columnsId: choice?.id, chosenAt: choice?.chosen_at } },
    });

    await admin.bankLines.forgetColumns({ columnsId: choice?.id ?? 0 });
    await expect(
      admin.bankLines.forgetColumns({ columnsId: choice?.id ?? 0 }),
    ).rejects.toMatchObject(refusedAs("bankline.columns-unknown"));
    expect((await upload(shop, ofBank(name, "third"))).json()).toMatchObject({
      data: { columns: [{}, {}, {}, {}] },
    });
    const audited = await shop.deps.db
      .selectFrom("audit_entry")
      .select("action")
      .where("action", "like", "bank-columns.%")
      .orderBy("id")
      .execute();
    expect(audited.map(({ action }) => action)).toEqual([
      "bank-columns.chosen",
      "bank-columns.forgotten",
    ]);
  });

  test("adds nothing again of a file that was read without its account before", async ({
    shop,
  }) => {
    await knowBankAccount(shop.deps, "62000000000");
    const name = randomUUID();
    const text = [`${name};Wat;Bedrag;Account`, `${day};${name};10,00;62000000000`]
      .concat(`${day};${name} fooi;-2,00;62000000000`)
      .join("\n");
    expect((await upload(shop, text, undefined, answer)).json()).toMatchObject({
      data: { added: 1, outgoing: 1 },
    });
    // As the release before stored it, which read no account beside chosen columns.
    for (const table of ["bank_line", "bank_debit"] as const)
      await shop.deps.db.updateTable(table).set({ account: "" }).execute();
    for (const columns of ["", answer])
      expect((await upload(shop, text, undefined, columns)).json()).toMatchObject({
        data: { added: 0, known: 1, outgoing: 0 },
      });
    const others = "&columns=day,reference,amount,text";
    expect((await upload(shop, text, undefined, others)).json()).toMatchObject({
      data: { added: 1, repeats: 1 },
    });
  });

  test.for([
    ["day,text", "Choose the column with the amount, or money in."],
    ["day,text,amount", "the file has 4 columns, and 3 were chosen"],
    ["day,text,money,none", "Choose one of these: day, text"],
    ["' or 1=1,<script>", "Choose one of these: day, text"],
    ["", "Choose one of these: day, text"],
  ] as const)("is refused for the columns %j", async ([columns, reason], { shop }) => {
    const file = ofBank(randomUUID(), "refused");
    const refused = await upload(shop, file, undefined, `&columns=${encodeURIComponent(columns)}`);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ error: expect.stringContaining(reason) });
    const admin = await shop.as(shop.people.admin);
    expect((await admin.bankLines.list({ search: "refused" })).rows).toEqual([]);
  });
});

describe("uploading a statement", () => {
  test("asks for the whole number where two accounts end with the digits that a file has", async ({
    shop,
  }) => {
    const fileOf = (account: string, text: string) =>
      ["Date,Amount,Description,Account", `2024-03-04,1.00,${text},${account}`].join("\n");
    for (const account of ["71000007719", "62881237719"]) {
      await knowBankAccount(shop.deps, account);
      expect((await upload(shop, fileOf(account, randomUUID()))).statusCode).toBe(200);
    }
    const refused = await upload(shop, fileOf("****7719", "MASKED"));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error).toContain("it names its account by 7719 alone");
    const admin = await shop.as(shop.people.admin);
    expect((await admin.bankLines.list({ search: "MASKED" })).rows).toEqual([]);
  });

  test("stores each incoming transaction once across repeated and overlapping uploads", async ({
    shop,
  }) => {
    const same = ["10.00", `twice ${randomUUID()}`] as const;
    const first = await upload(shop, statementOf(same, same, ["-5.00", "fee"]));
    expect(first.json()).toEqual({
      success: true,
      data: {
        layout: "CSV",
        currency: "ZAR",
        added: 2,
        repeats: 0,
        known: 0,
        outgoing: 1,
        proved: 0,
        refunds: 0,
        held: [],
        readBy: null,
        gaps: [],
        missing: [],
        leftOut: [],
      },
    });

    const again = await upload(shop, statementOf(same, same, ["20.00", randomUUID()]));
    expect(again.json()).toMatchObject({ data: { added: 1, known: 2 } });
  });

  // shows T266
  test("asks which days it means where nothing in it tells, and stores nothing before", async ({
    shop,
  }) => {
    const words = randomUUID();
    const text = `Date,Amount,Description\n03/04/2026,5.00,${words}`;
    const asked = await upload(shop, text);
    expect(asked.json()).toEqual({
      success: true,
      data: {
        question: { written: "03/04/2026", dayFirst: "2026-04-03", monthFirst: "2026-03-04" },
      },
    });
    const stored = () =>
      shop.deps.db
        .selectFrom("bank_line")
        .select("booked_on as day")
        .where("description", "=", words)
        .execute();
    expect(await stored()).toEqual([]);
    const answered = await upload(shop, text, shop.people.admin, "&days=month-first");
    expect(answered.json()).toMatchObject({ data: { added: 1 } });
    expect(await stored()).toEqual([{ day: "2026-03-04" }]);
    expect((await upload(shop, text, shop.people.admin, "&days=soon")).statusCode).toBe(400);
  });

  // shows T260
  test("keeps a payment whose bank numbers its transactions anew in each file", async ({
    shop,
  }) => {
    const [one, two] = [await aGuestOrder(shop), await aGuestOrder(shop)];
    await upload(shop, ofxOf("1", "425.00", `RH${one.orderNumber}`));
    const second = await upload(shop, ofxOf("1", "750.00", `RH${two.orderNumber}`));
    expect(second.json()).toMatchObject({ data: { added: 1, known: 0, repeats: 0 } });
    const again = await upload(shop, ofxOf("1", "750.00", `RH${two.orderNumber}`));
    expect(again.json()).toMatchObject({ data: { added: 0, known: 1, repeats: 0 } });
  });

  // shows T261
  test("marks the same money in another format, offers it for no other order, and books it once", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const amount = amountOf(order.total);
    const other = { ...order, orderNumber: order.orderNumber + 1 };
    const reference = `RH${order.orderNumber}`;
    await upload(shop, statementOf([amount, `${reference} ${randomUUID()}`]));
    const admin = await shop.as(shop.people.admin);
    const listed = async () => (await admin.bankLines.list({ search: reference })).rows;
    const [line] = await listed();
    if (!line) throw new Error("the line is not there");
    const uses = [{ orderNumber: order.orderNumber, amount: order.total }];
    await admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses });
    const second = await upload(shop, ofxOf(randomUUID(), amount, `${reference} MOBILE`));
    expect(second.json()).toMatchObject({ data: { added: 1, known: 0, repeats: 1 } });
    const [repeated] = await listed();
    expect(repeated).toMatchObject({ proposal: { kind: "paid" }, repeatsDay: day });
    expect(repeated?.proposal?.uses).not.toContainEqual(
      expect.objectContaining({ orderNumber: other.orderNumber }),
    );
  });

  // shows T425
  test("marks the same money a day later, proposes it as a repeat, and matches it with no others", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const [id, amount] = [randomUUID(), amountOf(order.total)];
    await upload(
      shop,
      ofxOf(id, amount, `T SMITH ${id}`).replace(dayOfOfx(day), dayOfOfx(dayBefore)),
    );
    const second = await upload(shop, ofxOf(id, amount, `RH${order.orderNumber} T SMITH`));
    expect(second.json()).toMatchObject({ data: { added: 1, known: 0, repeats: 1 } });
    const admin = await shop.as(shop.people.admin);
    const { rows } = await admin.bankLines.list({ search: `RH${order.orderNumber}` });
    expect(rows).toMatchObject([{ proposal: { kind: "repeat" }, repeatsDay: dayBefore }]);
  });

  // shows T263
  test("lets others be answered while a hostile file is read, and stores nothing of it", async ({
    shop,
  }) => {
    const answered: string[] = [];
    const hostile = `Date,Amount,Description\n"${`${"z".repeat(60)}\n`.repeat(80_000)}`;
    const refused = upload(shop, hostile).then((response) => {
      answered.push("file");
      return response;
    });
    // The upload has its session, and its file is on the way.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await shop.app.inject({ method: "GET", url: "/trpc/auth.me" });
    answered.push("other");
    const { statusCode, body } = await refused;
    expect([statusCode, answered]).toEqual([400, ["other", "file"]]);
    expect(body).toContain("a quotation mark is never closed");
  });

  // shows T223
  test("stores which orders each transaction names, also those of an older release", async ({
    shop,
  }) => {
    const words = randomUUID().replaceAll(/\d/g, "");
    const texts = [`rh-10421 and RH#010422 ${words}`, `ORDER 10421 ${words}`];
    await upload(shop, statementOf(...texts.map((text) => ["10.00", text] as const)));
    const named = async () => {
      const lines = shop.deps.db.selectFrom("bank_line").select(["id", "named_orders as orders"]);
      const rows = await lines.where("description", "like", `%${words}`).orderBy("id").execute();
      return rows.map(({ orders }) => orders);
    };
    expect(await named()).toEqual([[10_421, 10_422], []]);
    await shop.deps.db.updateTable("bank_line").set({ named_orders: null }).execute();
    await nameOrdersOfOldLines(shop.deps.db);
    expect(await named()).toEqual([[10_421, 10_422], []]);
  });

  test("requires an admin", async ({ shop }) => {
    for (const person of ["kim", "anna", "sam"] as const)
      expect((await upload(shop, statementOf(["1.00", "x"]), shop.people[person])).statusCode).toBe(
        403,
      );
    const nobody = await shop.app.inject({
      method: "POST",
      url: "/office/bank-statements?name=a.csv",
      headers: { "content-type": "application/octet-stream" },
      payload: "x",
    });
    expect(nobody.statusCode).toBe(401);
  });

  test.for([
    ["", "no line names the columns"],
    [
      "Date,Amount,Description\n2026-11-02,much,x",
      "line 2: much in column amount is not an amount",
    ],
    ["Date,Amount,Description\n2026-11-02,1.00,a\0b", "a character that cannot be saved"],
  ] as const)("refuses %j with the reason", async ([text, reason], { shop }) => {
    const response = await upload(shop, text);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      success: false,
      error: expect.stringContaining(reason),
    });
  });

  test("decodes Latin-1 text and refuses an oversized file", async ({ shop }) => {
    const { token } = await shop.deps.sessions.start({
      userId: shop.people.admin,
      device: "",
      withPassword: true,
    });
    const send = (payload: Buffer) =>
      shop.app.inject({
        method: "POST",
        url: "/office/bank-statements?name=old.csv",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
        payload,
      });
    const key = randomUUID();
    await send(Buffer.from(statementOf(["7.00", `Zo\u00eb ${key}`]), "latin1"));
    const { rows } = await (await shop.as(shop.people.admin)).bankLines.list({ search: key });
    expect(rows[0]?.description).toBe(`Zoë ${key}`);
    expect((await send(Buffer.alloc(6 * 1024 * 1024, "x"))).statusCode).toBe(413);
  });
});

describe("a bank transaction", () => {
  test("is proposed for the order in its description, and pays it once matched", async ({
    shop,
  }) => {
    const { order, line, admin } = await aLineFor(shop, "1400.00");
    expect(line.proposal).toEqual({
      kind: "exact",
      uses: [{ orderNumber: order.orderNumber, amount: 140_000 }],
      difference: 0,
      together: [],
    });

    const uses = line.proposal?.uses.map((use) => ({ ...use })) ?? [];
    await admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses });

    expect(await order.guest.orders.checkPaid({ uuid: order.uuid })).toMatchObject({ paid: true });
    const { rows, counts } = await admin.bankLines.list({
      state: "applied",
      search: line.description,
    });
    expect(rows).toMatchObject([{ id: line.id, state: "applied", uses }]);
    expect(counts.applied).toBeGreaterThan(0);
    const payment = await shop.deps.db
      .selectFrom("projection.order_payment")
      .select(["payment_id", "received_at"])
      .where("order_id", "=", order.uuid)
      .executeTakeFirst();
    expect(payment).toEqual({
      payment_id: `bank-${line.id}`,
      received_at: expect.stringMatching(/^\d{4}-/),
    });
  });

  // shows R59, T77
  test("is matched once by ten concurrent requests", async ({ shop }) => {
    const { order, line, admin } = await aLineFor(shop, "1400.00");
    const uses = [{ orderNumber: order.orderNumber, amount: 140_000 }];
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses }),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { received } = await shop.deps.db
      .selectFrom("projection.order_state")
      .select("received")
      .where("order_id", "=", order.uuid)
      .executeTakeFirstOrThrow();
    expect(received).toBe(140_000);
  });

  test("pays both of two orders or neither", async ({ shop }) => {
    const other = await aGuestOrder(shop);
    const { order, line, admin } = await aLineFor(shop, "2800.00");
    const half = { amount: 140_000 };
    const apply = (orderNumber: number, amount = 140_000) =>
      admin.bankLines.use({
        commandId: randomUUID(),
        lineId: line.id,
        uses: [
          { orderNumber: order.orderNumber, ...half },
          { orderNumber, amount },
        ],
      });

    await expect(apply(999_999_999)).rejects.toMatchObject(refusedAs("order.unknown"));
    await expect(apply(other.orderNumber, 1)).rejects.toMatchObject(
      refusedAs("bankline.wrong-sum"),
    );
    expect(await order.guest.orders.checkPaid({ uuid: order.uuid })).toMatchObject({ paid: false });

    await apply(other.orderNumber);
    for (const { guest, uuid } of [order, other])
      expect(await guest.orders.checkPaid({ uuid })).toMatchObject({ paid: true });
  });

  test("can be ignored with a reason and reopened", async ({ shop }) => {
    const { order, line, admin } = await aLineFor(shop, "1400.00");
    await admin.bankLines.ignore({
      commandId: randomUUID(),
      lineId: line.id,
      kind: "own-transfer",
      reason: "Between our own accounts",
    });
    expect(await booked(shop, line.id)).toEqual([["MoneyBooked", "own-transfer", -140_000]]);
    const uses = [{ orderNumber: order.orderNumber, amount: 140_000 }];
    const apply = () => admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses });
    await expect(apply()).rejects.toMatchObject(refusedAs("bankline.decided"));
    const { rows } = await admin.bankLines.list({ state: "ignored", search: line.description });
    expect(rows).toMatchObject([{ reason: "Between our own accounts", proposal: null }]);

    await admin.bankLines.reopen({ commandId: randomUUID(), lineId: line.id });
    expect(await booked(shop, line.id)).toEqual([
      ["MoneyBooked", "own-transfer", -140_000],
      ["MoneyUnbooked", null, null],
    ]);
    await apply();
    await expect(
      admin.bankLines.reopen({ commandId: randomUUID(), lineId: line.id }),
    ).rejects.toMatchObject(refusedAs("bankline.decided"));
    await expect(
      admin.bankLines.ignore({ commandId: randomUUID(), lineId: 999_999_999, reason: "none" }),
    ).rejects.toMatchObject(refusedAs("bankline.unknown"));
  });

  test("is booked as what it is, and not at all where it is the same money as another line", async ({
    shop,
  }) => {
    for (const [kind, amount] of [
      ["interest", 140_000],
      ["card-payout", 140_000],
      ["other", -140_000],
      ["repeat", null],
    ] as const) {
      const { line, admin } = await aLineFor(shop, "1400.00");
      await admin.bankLines.ignore({ commandId: randomUUID(), lineId: line.id, kind, reason: "r" });
      const entry = (await booked(shop, line.id)).map((event) => event[2]);
      expect(entry).toEqual(amount === null ? [] : [amount]);
    }
  });

  test("that paid the wrong order can be undone and matched to the right one", async ({
    shop,
    pool,
  }) => {
    const wrong = await aGuestOrder(shop, "CARA");
    const { order: right, line, admin } = await aLineFor(shop, amountOf(wrong.total));
    const cara = await shop.as(shop.people.cara);
    const before = (await cara.wallet.mine()).balance;
    const { orderNumber } = wrong;
    const uses = [{ orderNumber, amount: wrong.total }];
    await admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses });
    expect((await cara.wallet.mine()).balance).toBeGreaterThan(before);
    expect(await stateOfOrder(shop, wrong.uuid)).toMatchObject({ state: "paid" });

    const undo = { commandId: randomUUID(), lineId: line.id };
    expect(await admin.bankLines.undo(undo)).toEqual({ lineId: line.id, proposalId: null });
    expect(await admin.bankLines.undo(undo)).toEqual({ lineId: line.id, proposalId: null });
    await expect(admin.bankLines.undo({ ...undo, commandId: randomUUID() })).rejects.toMatchObject(
      refusedAs("bankline.decided"),
    );
    expect(await stateOfOrder(shop, wrong.uuid)).toMatchObject({ state: "placed", received: 0 });
    expect((await cara.wallet.mine()).balance).toBe(before);
    const open = await admin.bankLines.list({ search: line.description });
    expect(open.rows).toMatchObject([{ id: line.id, state: "open", uses: [] }]);

    // The same wrong match again: a transaction can be matched anew after every undo.
    await admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses });
    await admin.bankLines.undo({ commandId: randomUUID(), lineId: line.id });
    const rightUses = [{ orderNumber: right.orderNumber, amount: line.amount }];
    await admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses: rightUses });
    expect(await stateOfOrder(shop, right.uuid)).toMatchObject({ received: line.amount });
    await payByBank(shop, wrong.uuid, wrong.total);
    expect(await stateOfOrder(shop, wrong.uuid)).toMatchObject({ state: "paid" });

    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select("action")
      .where("target", "=", `bank line ${line.id}`)
      .orderBy("id")
      .execute();
    expect(audit.map(({ action }) => action.replace("bank-line.", ""))).toEqual([
      "applied",
      "undone",
      "applied",
      "undone",
      "applied",
    ]);
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
  });

  test("above the outstanding amount is recorded in full, and the order is overpaid", async ({
    shop,
  }) => {
    const { order, line, admin } = await aLineFor(shop, "1500.00");
    expect(line.proposal?.kind).toBe("over");
    const uses = [{ orderNumber: order.orderNumber, amount: 150_000 }];
    await admin.bankLines.use({ commandId: randomUUID(), lineId: line.id, uses });
    const { rows } = await admin.orders.list({ search: String(order.orderNumber) });
    expect(rows).toMatchObject([{ state: "paid", received: 150_000, overpaid: true }]);
  });
});

describe("a statement stored whole", () => {
  const account = `77${randomUUID().replaceAll(/\D/g, "").padEnd(10, "0").slice(0, 10)}`;
  const page = (...rows: readonly string[]) =>
    ["ACCOUNT TRANSACTION HISTORY", `Account:, ${account}`, "Date, Amount, Balance, Description"]
      .concat(rows)
      .join("\n");

  test("keeps what left the account, once", async ({ shop }) => {
    await knowBankAccount(shop.deps, account);
    const text = page(
      "2025/03/03, 400.00, 1400.00, CAME IN",
      "2025/03/03, -100.00, 1300.00, RENT RH1042",
      "2025/03/03, -100.00, 1200.00, RENT RH1042",
    );
    const first = (await upload(shop, text)).json().data;
    expect(first).toMatchObject({ added: 1, known: 0, outgoing: 2, gaps: [] });
    expect((await upload(shop, text)).json().data).toMatchObject({ known: 1, outgoing: 0 });
    const stored = await shop.deps.db
      .selectFrom("bank_debit")
      .select(["amount", "balance", "named_orders as orders"])
      .where("account", "=", account)
      .orderBy("id")
      .execute();
    expect(stored).toEqual([
      { amount: 100_00, balance: 1300_00, orders: [1042] },
      { amount: 100_00, balance: 1200_00, orders: [1042] },
    ]);
  });

  // shows T273
  test("says where a line, or a page between two files, is missing", async ({ shop }) => {
    const later = page(
      "2025/03/10, 50.00, 1250.00, CAME IN LATER",
      "2025/03/11, 10.00, 1260.00, CAME IN TOO",
    );
    // It begins where the stored one ended.
    expect((await upload(shop, later)).json().data.gaps).toEqual([]);
    const last = page(
      "2025/03/20, 50.00, 1400.00, AFTER A GAP",
      "2025/03/21, 50.00, 1450.00, ONE MORE",
      "2025/03/22, 50.00, 1600.00, A LINE BEFORE IT IS MISSING",
    );
    expect((await upload(shop, last)).json().data.gaps).toEqual([
      { at: "line", from: null, to: "2025-03-22", stated: 1600_00, expected: 1500_00 },
      { at: "files", from: "2025-03-11", to: "2025-03-20", stated: 1350_00, expected: 1260_00 },
    ]);
    // The page that was missing.
    const missing = page("2025/03/15, 90.00, 1350.00, THE PAGE BETWEEN");
    expect((await upload(shop, missing)).json().data.gaps).toEqual([]);
    expect((await upload(shop, last)).json().data.gaps).toHaveLength(1);
    const withBranch = page("2025/03/25, 50.00, 1700.00, OF THE SAME ACCOUNT").replace(
      account,
      `250655 ${account}`,
    );
    expect((await upload(shop, withBranch)).json().data.gaps).toEqual([
      { at: "files", from: "2025-03-22", to: "2025-03-25", stated: 1650_00, expected: 1600_00 },
    ]);
  });

  test("of an older server gets what left the account when its file comes again", async ({
    shop,
  }) => {
    const words = `OLD ${randomUUID()}`;
    const incoming = { account, booked_on: "2025-04-01", amount: 500, description: words };
    await shop.deps.db
      .insertInto("bank_line")
      .values({
        ...incoming,
        balance: 500,
        file_name: "old.csv",
        uploaded_by: shop.people.admin,
      })
      .execute();
    const text = page(`2025/04/01, 5.00, 5.00, ${words}`, "2025/04/02, -2.00, 3.00, OLD FEE");
    expect((await upload(shop, text)).json().data).toMatchObject({
      added: 0,
      known: 1,
      outgoing: 1,
    });
  });
});
