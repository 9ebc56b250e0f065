import { describe, expect, test } from "vitest";
import { columnRoles, type ColumnRole } from "@portal/shared/sales/bank-lines.ts";
import fc from "fast-check";
import { notesOf, za } from "../../testing/bank-file-samples.ts";
import type { BankFileOptions, SavedColumns } from "./bank-file.ts";
import { readStatementFile, type StatementFile } from "./bank-statement.ts";
import { StatementError } from "./statement-error.ts";
import { readBankText } from "./read-bank-text.ts";

/** As an export in Afrikaans may look, of a bank that is not known here. */
const afrikaans = [
  "Rekening Nommer:;62000000000",
  "Account Number:;62000000000",
  "",
  "Datum;Omskrywing;Debiet;Krediet;Saldo",
  "02/11/2026;Betaling RH1042;;1400,00;1900,00",
  "13/11/2026;Diensfooi;29,00;;1871,00",
].join("\n");
const columns = ["day", "text", "out", "in", "balance"] as const;
const inShort = (text: string, options: BankFileOptions) =>
  readBankText(text, options).accounts.flatMap(({ account, lines }) =>
    lines.map(({ day, amount, text: words, balance }) =>
      [account, day, amount, words, balance].join(" | "),
    ),
  );
const chosenFor = (text: string, roles: readonly ColumnRole[]): SavedColumns => {
  const { chosen } = readBankText(text, { ...za, columns: roles });
  if (!chosen) throw new Error("it was not read by the chosen columns");
  return { ...chosen, dayOrder: null };
};

// shows T300
describe("a CSV whose columns nothing tells", () => {
  test("is asked about with its names, its first values and a guess", () => {
    const file = readBankText(afrikaans, za);
    expect(file.accounts).toEqual([]);
    expect(file.questions).toEqual([
      {
        ask: "columns",
        columns: [
          { name: "Datum", values: ["02/11/2026", "13/11/2026"], guess: "day" },
          { name: "Omskrywing", values: ["Betaling RH1042", "Diensfooi"], guess: "text" },
          { name: "Debiet", values: ["29,00"], guess: "out" },
          { name: "Krediet", values: ["1400,00"], guess: "in" },
          { name: "Saldo", values: ["1900,00", "1871,00"], guess: "balance" },
        ],
      },
    ]);
  });

  test("is asked about where only money in has a name", () => {
    const csv =
      "Date,Description,Uitbetaling,Deposits\n2026-11-02,Courier,5.00,\n2026-11-02,RH1042,,6.00";
    expect(readBankText(csv, za)).toMatchObject({
      accounts: [],
      questions: [
        {
          ask: "columns",
          columns: [{ guess: "day" }, { guess: "text" }, { guess: "out" }, { guess: "in" }],
        },
      ],
    });
  });

  test("keeps columns of currency, state and account that nobody chose", () => {
    const csv = [
      "Dag,Wat,Bedrag,Currency,Status,Source Account",
      "2026-11-02,RH1042,5.00,ZAR,Sent,Shop",
      "2026-11-03,RH1043,6.00,EUR,Sent,Shop",
      "2026-11-04,RH1044,7.00,ZAR,Failed,Shop",
      "2026-11-05,RH1045,8.00,ZAR,Sent,Second",
    ].join("\n");
    const answer = { ...za, columns: ["day", "text", "amount", "none", "none", "none"] } as const;
    expect(inShort(csv, answer)).toEqual([
      "Shop | 2026-11-02 | 500 | RH1042 | ",
      "Second | 2026-11-05 | 800 | RH1045 | ",
    ]);
    expect(notesOf(readBankText(csv, answer))).toEqual([
      "3: another currency",
      "4: not booked yet",
    ]);
  });

  test("begins below its names, where an opening balance with its day stands above them", () => {
    const csv =
      "Opening,01/11/2026,1000.00\nDatum,Bedrag,Beskrywing\n2026-11-02,14.00,RH1042\n2026-11-03,-4.00,T";
    expect(readBankText(csv, za).questions).toMatchObject([
      { ask: "columns", columns: [{ name: "Datum" }, { name: "Bedrag" }, { name: "Beskrywing" }] },
    ]);
    const file = readBankText(csv, { ...za, columns: ["day", "amount", "text"] });
    expect(file.accounts[0]?.lines).toMatchObject([{ amount: 1400 }, { amount: -400 }]);
    expect(notesOf(file)).toEqual(["1: a balance or total"]);
  });

  test("is read by the answer", () => {
    expect(inShort(afrikaans, { ...za, columns })).toEqual([
      "62000000000 | 2026-11-02 | 140000 | Betaling RH1042 | 190000",
      "62000000000 | 2026-11-13 | -2900 | Diensfooi | 187100",
    ]);
  });

  test("is read by the answer for an earlier file of the same account and names, and no other", () => {
    const savedColumns = [chosenFor(afrikaans, columns)];
    const next = afrikaans.replace("Betaling RH1042", "Betaling RH1043");
    expect(inShort(next, { ...za, savedColumns })[0]).toContain("RH1043");
    for (const other of [
      afrikaans.replaceAll("62000000000", "62000000001"),
      afrikaans.replace("Debiet;Krediet", "Krediet;Debiet"),
    ])
      expect(readBankText(other, { ...za, savedColumns }).questions).toMatchObject([
        { ask: "columns" },
      ]);
  });

  test("is asked about each time where no line names its columns", () => {
    const bare = "02/11/2026,1,RH1042,Dlamini,140.00\n13/11/2026,2,Fee,,-29.00";
    const roles = ["day", "none", "text", "text", "amount"] as const;
    expect(inShort(bare, { ...za, columns: roles })).toEqual([
      " | 2026-11-02 | 14000 | RH1042 Dlamini | ",
      " | 2026-11-13 | -2900 | Fee | ",
    ]);
    const savedColumns = [chosenFor(bare, roles)];
    expect(readBankText(bare, { ...za, savedColumns }).questions).toMatchObject([
      { ask: "columns" },
    ]);
  });

  test("asks which days it means where it does not tell, unless it was said before", () => {
    const open = afrikaans.replaceAll("13/11", "03/11");
    expect(readBankText(open, { ...za, columns }).questions).toEqual([
      { ask: "day-order", example: "02/11/2026" },
    ]);
    const savedColumns = [{ ...chosenFor(open, columns), dayOrder: "month-first" as const }];
    const file = readBankText(open, { ...za, savedColumns });
    expect(file.questions).toEqual([]);
    expect(file.accounts[0]?.lines[0]?.day).toBe("2026-02-11");
  });

  test.each([
    [
      "an amount with debit and credit beside it",
      "Dag,Wat,Bedrag,D/K",
      "amount",
      "mark",
      "45.00,D",
    ],
    ["money in and out", "Dag,Wat,Uit,In", "out", "in", "45.00,"],
    ["an amount with its sign", "Dag,Wat,Bedrag,Tak", "amount", "none", "-45.00,12"],
  ] as const)("may have %s", (_, header, third, fourth, cells) => {
    const csv = `${header}\n2026-11-02,Courier,${cells}`;
    expect(inShort(csv, { ...za, columns: ["day", "text", third, fourth] })).toEqual([
      " | 2026-11-02 | -4500 | Courier | ",
    ]);
  });

  test("keeps lines without an amount and balances as notes", () => {
    const csv = [
      afrikaans,
      "14/11/2026;Kennisgewing;;;1871,00",
      "14/11/2026;Closing Balance;;;1871,00",
      ";Totaal;29,00;1400,00;",
    ].join("\n");
    expect(readBankText(csv, { ...za, columns }).notes).toEqual([
      { line: 7, text: "Kennisgewing", why: "no amount" },
      { line: 8, text: "Closing Balance", why: "a balance or total" },
      { line: 9, text: "Totaal 29,00 1400,00", why: "a balance or total" },
    ]);
    const undated = csv.replace("14/11/2026;Kennisgewing;;", ";Iets;5,00;");
    expect(() => readBankText(undated, { ...za, columns })).toThrow("line 7 has no date");
  });
});

/** Any other error fails the test. */
function readOrRefusal(csv: string, options: BankFileOptions): StatementFile {
  try {
    return readStatementFile(csv, options);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return { statements: [], columns: null, chosen: null, leftOut: [] };
  }
}

// shows T300
describe("an answer about the columns", () => {
  test.each([
    [["day", "text", "amount"], "the file has 5 columns, and 3 were chosen"],
    [["text", "text", "out", "in", "balance"], "Choose the column with the date."],
    [["day", "none", "out", "in", "balance"], "Choose the column with the description."],
    [["day", "text", "out", "none", "balance"], "Choose the column with the amount, or money in."],
    [
      ["day", "text", "amount", "in", "none"],
      "Choose either the amount, or money in and money out.",
    ],
    [["day", "text", "in", "in", "none"], "Choose “Money in” for one column only."],
    [["day", "text", "in", "mark", "none"], "Debit or credit is only asked beside an amount."],
    [
      ["day", "in", "out", "text", "balance"],
      "line 5: Betaling RH1042 in column money in is not an amount",
    ],
  ] as const)("%j is refused: %s", (wrong, problem) => {
    expect(() => readBankText(afrikaans, { ...za, columns: wrong })).toThrow(
      new StatementError(problem),
    );
  });

  test("never makes anything else of a file than lines, a question or a refusal", () => {
    const cell = fc.oneof(
      fc.constantFrom(
        "",
        "02/11/2026",
        "1 234,50",
        "-45.00",
        "RH1042",
        "Saldo",
        '"',
        "1e9",
        "=1+1",
      ),
      fc.string({ maxLength: 12 }),
    );
    const roles = fc.array(fc.constantFrom(...columnRoles), { minLength: 3, maxLength: 6 });
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 6 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, fc.option(roles), (rows, answer) => {
        const csv = rows.map((cells) => cells.join(";")).join("\n");
        const read = readOrRefusal(csv, answer === null ? za : { ...za, columns: answer });
        const lines = read.statements.flatMap((each) => [...each.lines, ...each.outgoing]);
        expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && amount > 0)).toBe(true);
        expect(read.columns === null || lines.length === 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("is not asked for what is no statement", () => {
    for (const text of ["", "hello", "a,b,c\n1,2,3", "Dear Sir,\nplease pay 5.00 on 2/11/2026\n"])
      expect(() => readBankText(text, za)).toThrow("no line names the columns");
  });
});
