import { describe, test } from "vitest";
import { specify } from "../../testing/decider-spec.ts";
import { bankEntryDecider } from "./bank-entry.decider.ts";
import type { BankEntryEvent, MoneyBooked } from "./bank-entry.events.ts";

const given = specify(bankEntryDecider);

const entryId = "0193a3c2-6d1f-7a52-8e43-0d8a6f1f0a11";
const fee: MoneyBooked = {
  entryId,
  kind: "bank-fee",
  amount: 29_00,
  bankLineId: null,
  bankDebitId: 7,
  settlementLineId: null,
  reasonId: null,
  period: null,
};
const book = { type: "BookMoney", ...fee } as const;
const takeBack = { type: "UnbookMoney", entryId } as const;
const booked: BankEntryEvent = { type: "MoneyBooked", data: fee };
const takenBack: BankEntryEvent = { type: "MoneyUnbooked", data: { entryId } };

// shows T287
describe("money that belongs to no order", () => {
  test("is booked once", () => {
    given().when(book).thenHappened(booked);
    given(booked).when(book).thenRefused("bankentry.booked");
  });
  test("is taken back once, and then booked as another entry", () => {
    given(booked).when(takeBack).thenHappened(takenBack);
    given(booked, takenBack).when(takeBack).thenRefused("bankentry.not-booked");
    given(booked, takenBack).when(book).thenRefused("bankentry.booked");
  });
  test("is not taken back before it is booked", () =>
    given().when(takeBack).thenRefused("bankentry.not-booked"));
});
