import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type OpenDebit,
  proposedBy,
  refundProofs,
  type TransferRefund,
} from "./bank-debit.rules.ts";

const refund = (position: number, orderNumber: number, amount: number): TransferRefund => ({
  position,
  orderNumber,
  amount,
  day: "2026-11-02",
});
const debit = (id: number, amount: number, ...namedOrders: number[]): OpenDebit => ({
  id,
  day: "2026-11-03",
  amount,
  namedOrders,
  isRepeat: false,
});

// shows T301
describe("the transaction that proves a refund by transfer", () => {
  test("names its order and has its amount", () => {
    const refunds = [refund(10, 1042, 500), refund(11, 1043, 500)];
    const debits = [debit(1, 500, 1043), debit(2, 500), debit(3, 400, 1042), debit(4, 500, 1042)];
    expect(refundProofs(refunds, debits)).toEqual([
      { debitId: 4, position: 10 },
      { debitId: 1, position: 11 },
    ]);
  });

  test("proves one of two equal refunds, and one that may repeat another proves none", () => {
    const refunds = [refund(11, 1042, 500), refund(10, 1042, 500)];
    expect(refundProofs(refunds, [debit(1, 500, 1042)])).toEqual([{ debitId: 1, position: 10 }]);
    expect(refundProofs(refunds, [{ ...debit(1, 500, 1042), isRepeat: true }])).toEqual([]);
  });

  test("is never used twice, and always has the order and the amount, whatever there is", () => {
    const orders = fc.integer({ min: 1, max: 4 });
    const amounts = fc.integer({ min: 1, max: 3 });
    const refunds = fc.uniqueArray(
      fc.record({
        position: fc.nat(50),
        orderNumber: orders,
        amount: amounts,
        day: fc.constant(""),
      }),
      { selector: ({ position }) => position },
    );
    const debits = fc.uniqueArray(
      fc.record({
        id: fc.nat(50),
        day: fc.constant(""),
        amount: amounts,
        namedOrders: fc.array(orders, { maxLength: 2 }),
        isRepeat: fc.boolean(),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(refunds, debits, (ofLedger, ofBank) => {
        const proofs = refundProofs(ofLedger, ofBank);
        expect(new Set(proofs.map(({ debitId }) => debitId)).size).toBe(proofs.length);
        expect(new Set(proofs.map(({ position }) => position)).size).toBe(proofs.length);
        for (const { debitId, position } of proofs) {
          const proved = ofLedger.find((each) => each.position === position);
          const line = ofBank.find(({ id }) => id === debitId);
          expect(line).toMatchObject({ amount: proved?.amount, isRepeat: false });
          expect(line?.namedOrders).toContain(proved?.orderNumber);
        }
      }),
    );
  });
});

test("a rule proposes what it says where the text has its words, the first that does", () => {
  const rules = [
    { contains: "MONTHLY  Fee", kind: "bank-fee" },
    { contains: "fee", kind: "other" },
  ] as const;
  expect(proposedBy("fnb monthly fee nov", rules)).toBe("bank-fee");
  expect(proposedBy("Courier FEE", rules)).toBe("other");
  expect(proposedBy("Rent", rules)).toBeNull();
});
