import { readFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coveredDays, hasPayments, readCardSettlement } from "./card-settlement.ts";

const folder = path.join(import.meta.dirname, "../../testing/bank-files");
const report = await readFile(path.join(folder, "stripe-payouts.csv"), "utf8");
const pounds = { currency: "GBP", timeZone: "Europe/London" } as const;
const [header = ""] = report.split("\n");

describe("Stripe's payout reconciliation", () => {
  test("is read line by line with its payouts, without names", () => {
    const lines = readCardSettlement(report, pounds);
    expect(
      lines.map(({ day, type, paymentId, gross, fee, net, paidOutOn }) => [
        day,
        type,
        paymentId,
        gross,
        fee,
        net,
        paidOutOn,
      ]),
    ).toEqual([
      ["2026-11-02", "charge", "pi_1", 329_99, 5_15, 324_84, "2026-11-09"],
      ["2026-11-03", "refund", "pi_1", -100_00, 0, -100_00, "2026-11-09"],
      ["2026-11-03", "fee", null, -2_00, 0, -2_00, "2026-11-09"],
      ["2026-11-04", "charge", "pi_2", 49_99, 95, 49_04, "2026-11-10"],
      ["2026-11-05", "dispute", "pi_2", -20_00, 20_00, -40_00, "2026-11-10"],
      ["2026-11-06", "charge", "pi_3", 10_00, 35, 9_65, null],
      ["2026-11-09", "payout", "po_1", -222_84, 0, -222_84, null],
      ["2026-11-10", "payout", "po_2", -9_04, 0, -9_04, null],
    ]);
    expect(lines[0]).toMatchObject({ line: 2, orderId: "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11" });
    expect(JSON.stringify(lines)).not.toMatch(/Thandi|Smith/);
  });

  test("covers the days whose payments are all in its payouts", () => {
    expect(coveredDays(readCardSettlement(report, pounds))).toEqual({
      from: "2026-11-02",
      to: "2026-11-04",
    });
  });

  test.for([
    ["Africa/Johannesburg", "2026-10-31 22:30:00", "2026-11-01"],
    ["Africa/Johannesburg", "2026-10-31 21:59:59", "2026-10-31"],
    ["Europe/London", "2026-07-31 23:15:00", "2026-08-01"],
    ["Europe/London", "2026-12-31 23:59:59", "2026-12-31"],
    ["America/New_York", "2026-11-01 03:10:00", "2026-10-31"],
    ["America/Los_Angeles", "2027-01-01 07:59", "2026-12-31"],
  ] as const)("has the shop's day: in %s, %s is %s", ([timeZone, written, day]) => {
    const text = report.replace("2026-11-02 09:12:33", written);
    const lines = readCardSettlement(text, { currency: "GBP", timeZone });
    expect(lines.find(({ transactionId }) => transactionId === "txn_1")).toMatchObject({
      day,
      writtenDay: written.slice(0, 10),
      paidOutOn: "2026-11-09",
    });
  });

  test("takes the time in UTC where the report has that of a chosen time zone too", () => {
    const both = [
      header.replace("created_utc", "created,created_utc"),
      "po_1,2026-11-09 00:00:00,txn_1,2026-10-31 17:30:00,2026-10-31 22:30:00,,zar,5.00,0.00,5.00,charge,,,,,pi_1,",
    ].join("\n");
    const zar = { currency: "ZAR", timeZone: "Africa/Johannesburg" } as const;
    expect(readCardSettlement(both, zar)[0]).toMatchObject({
      day: "2026-11-01",
      writtenDay: "2026-10-31",
    });
    const chosen = report.replace("created_utc", "created");
    expect(readCardSettlement(chosen, pounds)[0]).toMatchObject({ day: "2026-11-02" });
  });

  // Stripe writes the day of a payout as its midnight in UTC, moved to the time zone of the report.
  test.for([
    ["2026-11-09 00:00:00", "2026-11-09"],
    ["2026-11-08 19:00:00", "2026-11-09"],
    ["2026-11-08 16:00:00", "2026-11-09"],
    ["2026-11-09 02:00:00", "2026-11-09"],
  ] as const)("has the day of a payout at %s as %s", ([written, day]) => {
    const text = report
      .replace("automatic_payout_effective_at_utc", "automatic_payout_effective_at")
      .replaceAll("2026-11-09 00:00:00", written);
    const [first] = readCardSettlement(text, { currency: "GBP", timeZone: "America/New_York" });
    expect(first).toMatchObject({ paidOutOn: day });
  });

  test("is the same newest first", () => {
    const [names = "", ...lines] = report.trim().split("\n");
    const turned = [names, ...lines.toReversed()].join("\n");
    const idsOf = (text: string) =>
      readCardSettlement(text, pounds).map(({ transactionId, paymentId }) => [
        transactionId,
        paymentId,
      ]);
    expect(idsOf(turned)).toEqual(idsOf(report));
  });

  test.for([
    [
      "its id",
      "po_1,2026-11-09 00:00:00,txn_9,2026-11-07 00:00:00,,gbp,-5.00,0.00,-5.00,payout,po_1",
    ],
    ["its id as the source", ",,txn_9,2026-11-07 00:00:00,,gbp,-5.00,0.00,-5.00,payout,po_1"],
    ["its amount", ",,txn_9,2026-11-07 00:00:00,,gbp,-222.84,0.00,-222.84,payout,"],
  ] as const)("takes a payout that it names by %s, and computes the others", ([, own]) => {
    const payouts = readCardSettlement(`${report}${own},,,,,\n`, pounds).filter(
      ({ type }) => type === "payout",
    );
    expect(payouts).toMatchObject([
      { day: "2026-11-07", transactionId: "txn_9", paidOutOn: null },
      { day: "2026-11-10", transactionId: null, paymentId: "po_2", gross: -9_04 },
    ]);
  });

  test("keeps a payout of its own that contained none of its lines", () => {
    const own = ",,txn_9,2026-11-07 00:00:00,,gbp,-5.00,0.00,-5.00,payout,po_9,,,,,";
    const payouts = readCardSettlement(`${report}${own}\n`, pounds).filter(
      ({ type }) => type === "payout",
    );
    expect(payouts.map(({ paymentId, net }) => [paymentId, net])).toEqual([
      ["po_9", -5_00],
      ["po_1", -222_84],
      ["po_2", -9_04],
    ]);
  });

  test.for([
    [
      "another currency",
      report.replaceAll(",gbp,", ",usd,"),
      "line 2 is in USD, and this shop is paid in GBP",
    ],
    [
      "sums that do not add up",
      report.replace("324.84", "324.85"),
      "line 2: gross, fee and net do not add up",
    ],
    [
      "no payment numbers",
      report.replace("payment_intent_id", "x"),
      "names no column payment_intent_id",
    ],
    ["no days", report.replace("created_utc", "x"), "names no column created"],
    ["nothing", `${header}\n`, "the file has no transactions"],
    ["an amount as a word", report.replace("329.99", "many"), "line 2"],
  ] as const)("of %s is refused", ([, text, problem]) => {
    expect(() => readCardSettlement(text, pounds)).toThrow(problem);
  });

  // As spreadsheets save it; Stripe writes years first, with hyphens.
  test.for([
    ["2026-11-02 09:12:33", "11/2/2026 9:12", "created_utc"],
    ["2026-11-02 09:12:33", "2026/11/02 09:12", "created_utc"],
    ["2026-11-09 00:00:00", "11/9/2026 0:00", "automatic_payout_effective_at_utc"],
  ] as const)("with %s saved as %s is refused", ([exported, saved, column]) => {
    expect(() => readCardSettlement(report.replace(exported, saved), pounds)).toThrow(
      `line 2: ${saved} in column ${column} is not a date as Stripe writes it; export the file again, and do not save it in a spreadsheet`,
    );
  });

  test("pays out exactly what its lines leave, whatever they are", () => {
    const line = fc.record({
      payout: fc.constantFrom("po_1", "po_2", ""),
      gross: fc.integer({ min: -50_000, max: 50_000 }),
      fee: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const decimal = (minor: number) => (minor / 100).toFixed(2);
        const rows = lines.map(({ payout, gross, fee }) => {
          const day = payout === "" ? "" : "2026-11-09 00:00:00";
          const money = [gross, fee, gross - fee].map(decimal).join(",");
          return `${payout},${day},txn,2026-11-02 09:00:00,,gbp,${money},charge,,,,,pi_1,`;
        });
        const read = readCardSettlement([header, ...rows].join("\n"), pounds);
        const paidOut = read
          .filter(({ type }) => type === "payout")
          .reduce((sum, { net }) => sum - net, 0);
        const contained = lines
          .filter(({ payout }) => payout !== "")
          .reduce((sum, { gross, fee }) => sum + gross - fee, 0);
        expect(paidOut).toBe(contained);
      }),
    );
  });
});

describe("Stripe’s report of payouts", () => {
  const names =
    "balance_transaction_id,currency,description,effective_at_utc,effective_at,fee,gross,net,payout_expected_arrival_date,payout_id,payout_status,reporting_category";
  const payout = (utc: string, chosen = "", category = "payout") =>
    `txn_9,gbp,STRIPE PAYOUT,${utc},${chosen},1.00,-100.00,-101.00,2026-11-09,po_1,paid,${category}`;
  const read = (row: string, of: Parameters<typeof readCardSettlement>[1] = pounds) =>
    readCardSettlement(`${names}\n${row}`, of);

  test("has each payout by its id, and no payments of its days", () => {
    const lines = read(payout("2026-11-06 00:00:00"));
    expect(lines).toEqual([
      {
        line: 2,
        transactionId: "txn_9",
        day: "2026-11-06",
        writtenDay: "2026-11-06",
        type: "payout",
        gross: -100_00,
        fee: 1_00,
        net: -101_00,
        paymentId: "po_1",
        orderId: null,
        orderNumber: null,
        paidOutOn: null,
      },
    ]);
    expect(hasPayments(lines)).toBe(false);
    expect(hasPayments(readCardSettlement(report, pounds))).toBe(true);
  });

  test("has a payout that came back, which somebody has to explain", () => {
    const back = payout("2026-11-08 00:00:00", "", "payout_reversal")
      .replace("txn_9", "txn_10")
      .replace("1.00,-100.00,-101.00", "0.00,100.00,100.00");
    const lines = read(`${payout("2026-11-06 00:00:00")}\n${back}`);
    expect(lines.map(({ type, paymentId, net }) => [type, paymentId, net])).toEqual([
      ["payout", "po_1", -101_00],
      ["payout_reversal", null, 100_00],
    ]);
    expect(hasPayments(lines)).toBe(false);
  });

  // An automatic payout has a day, a manual one the time at which it was begun.
  test.for([
    ["Europe/London", "2026-11-06 00:00:00", "", "2026-11-06"],
    ["America/New_York", "2026-11-06 00:00:00", "2026-11-05 19:00:00", "2026-11-06"],
    ["America/New_York", "", "2026-11-05 19:00:00", "2026-11-06"],
    ["America/New_York", "", "2026-11-05 19:20:07", "2026-11-05"],
    ["America/New_York", "2026-11-06 02:20:07", "", "2026-11-05"],
    ["Africa/Johannesburg", "2026-11-05 22:20:07", "", "2026-11-06"],
  ] as const)("has the shop's day: in %s, %s and %s are %s", ([timeZone, utc, chosen, day]) => {
    expect(read(payout(utc, chosen), { currency: "GBP", timeZone })).toMatchObject([{ day }]);
  });

  test.for([
    ["a line that is no payout", payout("2026-11-06", "", "charge"), "line 2: charge is no payout"],
    ["no day", payout(""), "line 2 has no date"],
    ["another currency", payout("2026-11-06").replace("gbp", "usd"), "line 2 is in USD"],
    ["wrong sums", payout("2026-11-06").replace("-101", "-99"), "do not add up"],
  ] as const)("with %s is refused", ([, row, problem]) => {
    expect(() => read(row)).toThrow(problem);
  });

  test("without a day in its names is refused", () => {
    const text = `${names.replaceAll("effective_at", "x")}\n${payout("2026-11-06")}`;
    expect(() => readCardSettlement(text, pounds)).toThrow("names no column effective_at");
  });
});

test.for([
  "id,Type,Source,Amount,Fee,Destination Platform Fee,Net,Currency,Created (UTC),Available On (UTC),Description",
  "id,Description,Seller Message,Created (UTC),Amount,Amount Refunded,Currency,Status,PaymentIntent ID",
  "balance_transaction_id,created_utc,currency,gross,fee,net",
  "payout_id,currency,gross,fee,net",
])("an export of Stripe that names no categories is refused, with what to choose: %s", (names) => {
  expect(() => readCardSettlement(`${names}\ntxn_1`, pounds)).toThrow(
    "the file of Stripe names no column reporting_category: choose the report Payout reconciliation, itemized",
  );
});
