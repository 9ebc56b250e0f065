import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { erasedText } from "../../platform/free-text/free-text.rules.ts";
import {
  daysAround,
  type FileLine,
  nearDays,
  recogniseLines,
  type StoredLine,
} from "./known-lines.rules.ts";

const account = "62-0000 1";
const aLine = (more: Partial<FileLine> = {}): FileLine => ({
  bankId: null,
  day: "2026-10-31",
  amount: 425_00,
  description: "RH2238 DLAMINI",
  balance: null,
  namedOrders: [2238],
  ...more,
});
const stored = (id: number, more: Partial<StoredLine> = {}): StoredLine => ({
  ...aLine(),
  id,
  account,
  upload: "first",
  isOld: false,
  ...more,
});
type Of = Readonly<{ account?: string; isKnownFile?: boolean }>;
const recognise = (lines: readonly FileLine[], earlier: readonly StoredLine[], of: Of = {}) =>
  recogniseLines(lines, earlier, { account, isKnownFile: false, ...of });
const isNew = { known: null, repeats: null };
const known = (id: number) => ({ known: id, repeats: null });
const repeats = (id: number) => ({ known: null, repeats: id });

describe("a transaction in a file", () => {
  test("is known where account, id, day, amount, text and balance agree", () => {
    const all = { bankId: "1", balance: 1000_00 };
    const [one] = recognise([aLine(all)], [stored(7, { ...all, account: "0620-0001" })]);
    expect(one).toEqual(known(7));
  });

  // Some banks number from 1 in each file, or give each transaction the id 0.
  test.each([
    ["another day and amount", { day: "2026-11-15", amount: 750_00, description: "RH2239" }],
    ["another amount", { amount: 750_00 }],
    ["a day a week away", { day: "2026-11-07" }],
  ])("with a known id but %s is another one", (_what, changes) => {
    const earlier = [stored(7, { bankId: "1" })];
    expect(recognise([aLine({ bankId: "1", ...changes })], earlier)).toEqual([isNew]);
  });

  test("is counted: the third of three equal ones is new where two are stored", () => {
    const earlier = [stored(7), stored(8)];
    const three = [aLine(), aLine(), aLine()];
    expect(recognise(three, earlier)).toEqual([known(7), known(8), isNew]);
    expect(recognise([aLine()], earlier)).toEqual([known(7)]);
  });

  test("is found in any order, with one id for all", () => {
    const [a, b, c] = ["A", "B", "C"].map((description) =>
      aLine({ bankId: "0", description, namedOrders: [] }),
    );
    if (!a || !b || !c) throw new Error("three lines are needed");
    const earlier = [stored(1, a), stored(2, b)];
    // One of three payments on a day with one id and one amount may be another of them with its text cut off.
    expect(recognise([c, b, a], earlier)).toEqual([isNew, known(2), known(1)]);
  });

  test("of another account is new", () => {
    expect(recognise([aLine()], [stored(7, { account: "62 0000 2" })])).toEqual([isNew]);
  });

  test("of a release that stored no id and balance is known by the rest", () => {
    const old = stored(7, { isOld: true });
    expect(recognise([aLine({ bankId: "1", balance: 5 })], [old])).toEqual([known(7)]);
    expect(recognise([aLine({ bankId: "1", day: "2026-11-01" })], [old])).toEqual([isNew]);
  });
});

describe("a file of which every byte is known", () => {
  const again = { isKnownFile: true };

  test.each([
    ["its account", "", account],
    ["no account", account, ""],
  ])("is known where it is read with %s now", (_what, before, now) => {
    const lines = [aLine({ balance: 5 }), aLine({ balance: 5 }), aLine({ description: "other" })];
    const earlier = lines.map((line, at) => stored(at + 1, { ...line, account: before }));
    const found = recognise(lines, earlier, { account: now, ...again });
    expect(found).toEqual([known(1), known(2), known(3)]);
  });

  test("is known where its text was erased", () => {
    const earlier = [stored(7, { account: "", description: erasedText })];
    expect(recognise([aLine()], earlier, again)).toEqual([known(7)]);
  });

  test("takes the line of its own account first", () => {
    const earlier = [stored(7, { account: "" }), stored(8)];
    expect(recognise([aLine()], earlier, again)).toEqual([known(8)]);
  });

  test("is marked where other columns give another text", () => {
    const earlier = [stored(7, { account: "", description: "DLAMINI", namedOrders: [] })];
    expect(recognise([aLine()], earlier, again)).toEqual([repeats(7)]);
  });

  test("is held against no other account", () => {
    expect(recognise([aLine()], [stored(7, { account: "62 0000 2" })], again)).toEqual([isNew]);
  });
});

describe("the same money as another file writes it", () => {
  test.each([
    ["with a balance that differs by a cent", { balance: 99_99 }, { balance: 100_00 }],
    ["with an id, as OFX", { bankId: "x-1", description: "CREDIT RH 2238" }, {}],
    ["without an account", { description: "Payment RH2238" }, { account: "" }],
    [
      "with another text than an older release kept",
      { description: "DLAMINI", namedOrders: [] },
      { isOld: true },
    ],
    [
      "with another text for one id",
      { bankId: "9", description: "PAYMENT", namedOrders: [] },
      { bankId: "9" },
    ],
  ])("is kept and marked %s", (_what, changes, before) => {
    expect(recognise([aLine(changes)], [stored(7, before)])).toEqual([repeats(7)]);
  });

  test.each([
    ["12345678", "20-00-00 12345678"],
    ["31926819", "GB29NWBK60161331926819"],
    ["XXXX XXXX XXXX 1234", "09012812341234"],
    ["62000000000", "62000000000ZAR"],
  ])("is kept and marked where one writes its account %s, the other %s", (one, other) => {
    const all = { balance: 1000_00 };
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const earlier = [stored(7, { ...all, account: first })];
      expect(recognise([aLine(all)], earlier, { account: second })).toEqual([repeats(7)]);
    }
  });

  test.each([
    ["another day", { day: "2026-11-02" }],
    ["another amount", { amount: 425_01 }],
    ["another reference and text", { description: "RH2239", namedOrders: [2239] }],
  ])("is not what has %s", (_what, changes) => {
    expect(recognise([aLine({ bankId: "9", ...changes })], [stored(7)])).toEqual([isNew]);
  });

  test.each([
    ["in large letters", "RENT Shop 12", "Rent shop 12"],
    ["in another order", "PAYFAST PAYOUT 12345 FNB OB PMT", "FNB OB PMT PAYFAST PAYOUT 12345"],
    ["with other marks between them", "RENT/SHOP*12", "RENT SHOP 12"],
  ])("is kept and marked where its words are written %s", (_how, one, other) => {
    const [line, row] = [one, other].map((description) => aLine({ description, namedOrders: [] }));
    if (!line || !row) throw new Error("two lines are needed");
    expect(recognise([{ ...line, bankId: "F1" }], [stored(7, row)])).toEqual([repeats(7)]);
    const otherWords = { ...line, description: `${one} 13` };
    expect(recognise([otherWords], [stored(7, row)])).toEqual([isNew]);
  });

  describe("on the day of its value in place of that of its booking", () => {
    const later = { bankId: "F2", day: "2026-11-02", description: "CREDIT", namedOrders: [] };

    test.each(["2026-10-28", "2026-11-02", "2026-11-07"])("is marked by its id on %s", (day) => {
      const earlier = [stored(7, { bankId: "F2" }), stored(8, { day: "2026-12-01" })];
      const line = aLine({ ...later, day: "2026-11-02" });
      expect(recognise([line], [stored(7, { bankId: "F2", day })])).toEqual([repeats(7)]);
      expect(recognise([{ ...line, amount: 1 }], earlier)).toEqual([isNew]);
    });

    test.each([
      ["6 days away", { day: "2026-10-27" }],
      ["of another account", { account: "62 0000 2" }],
      ["without an id", { bankId: null }],
    ])("is no other one, %s", (_what, changes) => {
      const earlier = [stored(7, { bankId: "F2", ...changes })];
      expect(recognise([aLine(later)], earlier)).toEqual([isNew]);
    });

    test("is not told by an id of zeros, or one that several of the amount have", () => {
      const day = "2026-11-01";
      const fee = { amount: -4_50, description: "SERVICE FEE", namedOrders: [] };
      for (const bankId of ["0", "000"])
        expect(
          recognise([aLine({ ...fee, bankId, day })], [stored(7, { ...fee, bankId })]),
        ).toEqual([isNew]);
      const all = { ...fee, bankId: "FEE" };
      const two = [aLine({ ...all, day }), aLine({ ...all, day: "2026-11-02" })];
      expect(recognise(two, [stored(7, all)])).toEqual([isNew, isNew]);
      const earlier = [stored(7, all), stored(8, { ...all, day: "2026-10-30" })];
      expect(recognise([aLine({ ...all, day })], earlier)).toEqual([isNew]);
    });

    const between = ["2026-10-01", "2026-11-10"].map((day) =>
      aLine({ day, amount: 1, description: "OTHER", namedOrders: [] }),
    );
    const wholeMonth = between.map((line, at) => stored(at + 1, line));

    test.each([
      ["its words", "DLAMINI J", "J DLAMINI", []],
      ["the order that it names", "RH2238 DLAMINI", "PAYMENT RH 2238", [2238]],
    ])("is marked by %s where both files have the days around it", (_by, one, other, orders) => {
      const line = aLine({ day: "2026-11-01", description: one, namedOrders: orders });
      const row = stored(7, { description: other, namedOrders: orders });
      const file = [...between, line];
      expect(recognise(file, [...wholeMonth, row])[2]).toEqual(repeats(7));
      // It may be the next one: no file says that the day of the other has none.
      expect(recognise([line], [...wholeMonth, row])).toEqual([isNew]);
      expect(recognise(file, [row])[2]).toEqual(isNew);
    });

    test("is another one where each file has its own", () => {
      const fee = { amount: -4_50, description: "SERVICE FEE", namedOrders: [] };
      const [first, next] = [aLine(fee), aLine({ ...fee, day: "2026-11-01" })];
      expect(
        recognise([...between, first, next], [...wholeMonth, stored(7, fee)]).slice(2),
      ).toEqual([known(7), isNew]);
    });
  });

  describe("in another layout of the same days", () => {
    const credit = (amount: number, description: string) =>
      aLine({ amount, description, namedOrders: [] });
    const csv = [credit(1_00, "DEPOSIT A"), credit(2_00, "DEPOSIT B"), credit(3_00, "RENT")];
    const ofx = [credit(1_00, "ACME"), credit(2_00, "BOLD"), credit(4_00, "FEE")];
    const rows = csv.map((line, at) => stored(at + 1, line));

    test("is kept and marked where most of the money is in both, whatever the texts are", () => {
      expect(recognise(ofx, rows)).toEqual([repeats(1), repeats(2), isNew]);
    });

    test.each([
      ["one transaction alone", ofx.slice(0, 1), rows],
      ["half of the money", [...ofx, credit(5_00, "X")], [...rows, stored(9, credit(6_00, "Y"))]],
    ])("is not told by %s", (_what, file, earlier) => {
      expect(recognise(file, earlier).every((one) => one.repeats === null)).toBe(true);
    });

    test("is not one that names another order", () => {
      const named = (number: number) => ({ ...credit(2_00, `RH${number}`), namedOrders: [number] });
      const file = [credit(1_00, "ACME"), named(2239)];
      const earlier = [stored(1, credit(1_00, "DEPOSIT A")), stored(2, named(2238))];
      expect(recognise(file, earlier)).toEqual([repeats(1), isNew]);
    });
  });

  test("repeats one transaction once", () => {
    const both = [aLine({ bankId: "9" }), aLine({ bankId: "10" })];
    expect(recognise(both, [stored(7)])).toEqual([repeats(7), isNew]);
  });
});

describe("a file without account, ids and balances", () => {
  const none = { account: "" };
  const other = { day: "2026-10-30", amount: 10_00, description: "other", namedOrders: [] };
  const earlier = [stored(7, none), stored(8, { ...none, ...other })];

  test("is recognised by what it shares with an earlier one", () => {
    expect(recognise([aLine(other), aLine()], earlier, none)).toEqual([known(8), known(7)]);
    const longer = [aLine({ day: "2026-11-01" }), aLine(other), aLine()];
    expect(recognise(longer, earlier, none)).toEqual([isNew, known(8), known(7)]);
  });

  test("loses no equal transaction of a second account", () => {
    expect(recognise([aLine()], [stored(7, none)], none)).toEqual([repeats(7)]);
    const ofAnother = [aLine(), aLine({ ...other, description: "not the other" })];
    expect(recognise(ofAnother, earlier, none)).toEqual([repeats(7), repeats(8)]);
  });

  test("of the very same bytes has nothing new", () => {
    const again = { ...none, isKnownFile: true };
    expect(recognise([aLine()], [stored(7, none)], again)).toEqual([known(7)]);
  });
});

describe("a transaction whose text was erased", () => {
  const credit = { description: "CREDIT T BUYER", namedOrders: [], balance: 2000_00 };
  const erased = { ...credit, description: erasedText };

  test.each([
    ["balance", {}],
    ["id", { balance: null, bankId: "x-1" }],
    ["account alone", { balance: null }],
    ["named order", { balance: null, namedOrders: [2238] }],
  ])("is known by its day, amount and %s", (_what, more) => {
    expect(recognise([aLine({ ...credit, ...more })], [stored(7, { ...erased, ...more })])).toEqual(
      [known(7)],
    );
  });

  test("is known where money left", () => {
    const debit = { ...credit, amount: -310_00, description: "FNB PAYOUT 17 B PERSON" };
    const earlier = [stored(-7, { ...debit, description: erasedText })];
    expect(recognise([aLine(debit)], earlier)).toEqual([known(-7)]);
  });

  test.each([
    ["another balance", { balance: 2450_00 }, repeats(7)],
    ["an id besides", { bankId: "x-1" }, repeats(7)],
    ["no balance", { balance: null }, repeats(7)],
    ["another day", { day: "2026-11-01" }, isNew],
    ["another amount", { amount: 1 }, isNew],
  ])("is not known with %s", (_what, more, expected) => {
    expect(recognise([aLine({ ...credit, ...more })], [stored(7, erased)])).toEqual([expected]);
  });

  test("is not one that names another order", () => {
    const [of2238, of2239] = [[2238], [2239]].map((namedOrders) => ({
      ...credit,
      balance: null,
      namedOrders,
    }));
    const earlier = [stored(7, { ...of2238, description: erasedText })];
    expect(recognise([aLine(of2239)], earlier)).toEqual([isNew]);
  });

  test("leaves a row with another text to the line with that text", () => {
    const [buyer, other] = [credit, { ...credit, description: "CREDIT Z OTHER" }].map((line) =>
      aLine({ ...line, balance: null }),
    );
    if (!buyer || !other) throw new Error("two lines are needed");
    const earlier = [stored(7, { ...buyer, description: erasedText }), stored(8, { ...other })];
    expect(recognise([other, buyer], earlier)).toEqual([known(8), known(7)]);
    const withoutAccount = earlier.map((row) => ({ ...row, account: "" }));
    expect(recognise([other, buyer], withoutAccount)).toEqual([repeats(8), repeats(7)]);
  });

  test("does not hide what a file without account shares with an earlier one", () => {
    const none = { account: "" };
    const file = [
      aLine(),
      aLine({ day: "2026-10-30", amount: 10_00, description: "other", namedOrders: [] }),
      aLine({ day: "2026-10-30", amount: 11_00, description: "more", namedOrders: [] }),
    ];
    const earlier = file.map((line, at) => stored(at + 1, { ...line, ...none }));
    const [first, ...rest] = earlier.map((row) => ({ ...row, description: erasedText }));
    if (!first) throw new Error("a row is needed");
    const oneErased = [first, ...earlier.slice(1)];
    expect(recognise(file, oneErased, none)).toEqual([known(1), known(2), known(3)]);
    // Days and amounts alone may be those of a second account.
    expect(recognise(file, [first, ...rest], none)).toEqual([repeats(1), repeats(2), repeats(3)]);
    expect(recognise(file, [first, ...rest], { ...none, isKnownFile: true })).toEqual([
      known(1),
      known(2),
      known(3),
    ]);
  });
});

const someLine = fc.record({
  bankId: fc.constantFrom(null, "0", "1"),
  day: fc.constantFrom("2026-10-31", "2026-11-01"),
  amount: fc.constantFrom(1, 2),
  description: fc.constantFrom("a", "b"),
  balance: fc.constantFrom(null, 1, 2),
});

test("of a file with the stored lines and more, in any order, as many are known as were stored, whichever were erased", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ line: someLine, isErased: fc.boolean() }), { maxLength: 8 }),
      fc.array(someLine, { maxLength: 4 }),
      fc.infiniteStream(fc.nat()),
      (before, more, order) => {
        const rows = before.map(({ line, isErased }, at) =>
          stored(at + 1, {
            ...line,
            namedOrders: [],
            ...(isErased && { description: erasedText }),
          }),
        );
        const file = [...before.map(({ line }) => line), ...more]
          .map((line) => ({ line: { ...line, namedOrders: [] }, key: order.next().value }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ line }) => line);
        const ids = recognise(file, rows).flatMap((one) => one.known ?? []);
        expect(ids.toSorted((one, other) => one - other)).toEqual(rows.map(({ id }) => id));
      },
    ),
  );
});

test("whatever was stored, no line of a file is lost: it is new, or stands for a row of its own with the same money, and is kept where the day or text is another", () => {
  const accounts = fc.constantFrom("", "1", "2");
  fc.assert(
    fc.property(
      fc.array(someLine, { maxLength: 8 }),
      fc.array(
        fc.record({
          line: someLine,
          account: accounts,
          upload: fc.constantFrom("x", "y"),
          isErased: fc.boolean(),
        }),
        {
          maxLength: 8,
        },
      ),
      accounts,
      fc.boolean(),
      (file, before, ofAccount, isKnownFile) => {
        const rows = before.map(({ line, isErased, ...of }, at) =>
          stored(at + 1, {
            ...line,
            ...of,
            namedOrders: [],
            ...(isErased && { description: erasedText }),
          }),
        );
        const lines = file.map((line) => ({ ...line, namedOrders: [] }));
        const found = recogniseLines(lines, rows, { account: ofAccount, isKnownFile });
        const ids = found.flatMap((one) => one.known ?? one.repeats ?? []);
        for (const [at, { repeats: id }] of found.entries()) {
          if (id === null) continue;
          const row = rows[id - 1];
          expect(row?.amount).toBe(lines[at]?.amount);
          expect(daysAround(lines[at]?.day ?? "", nearDays)).toContain(row?.day);
        }
        expect(new Set(ids).size).toBe(ids.length);
        const same = found.flatMap(({ known: id }, at) => (id === null ? [] : [[id, at] as const]));
        for (const [id, at] of same) {
          const isErased = rows[id - 1]?.description === erasedText;
          const line = { ...lines[at], ...(isErased && { description: erasedText }) };
          expect(rows[id - 1]).toMatchObject(line);
          const accountsOfBoth = new Set([rows[id - 1]?.account, ofAccount]);
          if (isKnownFile) accountsOfBoth.delete("");
          expect(accountsOfBoth.size).toBeLessThan(2);
        }
      },
    ),
  );
});
