import { describe, expect, test } from "vitest";
import { accountNumberIn, numbersIn } from "./account-numbers.ts";

// shows T353
describe("a text for buyers", () => {
  test.each([
    "Pay into FNB 62000000000",
    "Account 62 000 000 000",
    "Account 62-0000-0000-0",
    "6.2.0.0.0.0.0.0.0.0.0",
    "six two zero zero oh zero zero zero",
    "６２００００００００",
    "62\u200b000\u200b000\u200b000",
    "<p>Account <b>62</b>000<i>000</i>000</p>",
    "<p>62 000</p><p>000 000</p>",
    "62&amp;000&amp;000&amp;000",
    '<img src="/resources/images/1" alt="62 000 000 000">',
    "Sort code 40-11-20, account 1234 5678",
    "R62000000000",
    "R62 000 000 000",
    "$12,345,678,901",
    "PayShap 082 999 8888",
    "20:62 000:000",
  ])("has an account number: %s", (text) => {
    expect(accountNumberIn(text, [])).not.toBeNull();
  });

  test.each([
    "R325.00 a bottle, R1 300.00 for four, R12 500.00 for forty",
    "£4.99 – £1,200.00",
    "Mondays to Fridays, 09:00–17:00; Saturdays 9:00-13:00",
    "Closed from 2026-12-24 to 2027-01-02",
    "Closed on 24/12/2026, 31/12/2026",
    "1 Long Street, Cape Town, 8001",
    "50 ml, 100 ml and 250 ml; 4 x 4 x 11 cm",
    "In December 2026, 25 and 26 are holidays.",
    "Of the years 2024-2026",
    "Two or three drops, once a day, for 30, 60 or 90 days",
    "15% off until 30 November 2026",
    "120 × 80 × 45 mm",
    "10% 20% 30% 40%",
    "R1 234 567.00 given since 2019",
  ])("has none: %s", (text) => {
    expect(accountNumberIn(text, [])).toBeNull();
  });

  test.each([
    "<p>Mon–Fri 09:00–17:00</p><p>082 999 8888</p>",
    "24/12/2026 082 999 8888",
    "R99 – 30/60/90/120",
    "2019-2024: 010 023 5207",
  ])("may keep its numbers: %s", (text) => {
    expect(accountNumberIn(text, numbersIn(text))).toBeNull();
  });

  test("may have the numbers that are known, and no others", () => {
    const known = ["62000000000", ...numbersIn("Call <b>010</b> 023 5207")];
    expect(accountNumberIn("FNB 6200 0000 000", known)).toBeNull();
    expect(accountNumberIn("<p>Call 010-023-5207</p>", known)).toBeNull();
    expect(accountNumberIn("FNB 62000000001", known)).toBe("62000000001");
    expect(accountNumberIn("FNB 62000000000 1", known)).toBe("620000000001");
  });
});
