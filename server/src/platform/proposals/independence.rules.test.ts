import { describe, expect, test } from "vitest";
import {
  isForAnother,
  isForOthersToPropose,
  type OfficeAdmin,
  tieBetween,
  wayOf,
} from "./independence.rules.ts";

const admin = (id: number, changes: Partial<OfficeAdmin> = {}): OfficeAdmin => ({
  id,
  email: `admin-${id}@shop.test`,
  cell: `+2782000000${id}`,
  isCellNew: false,
  bankAccount: null,
  isLocked: false,
  heldUntil: null,
  ...changes,
});
const parties = { about: [], pays: [], bankAccounts: [] };
const [a, b, c] = [admin(1), admin(2), admin(3)];

describe("two admins", () => {
  test("are independent where nothing ties them", () => {
    expect(tieBetween(a, b, [[2, 3]], parties)).toBeNull();
    expect(tieBetween(a, a, [], parties)).toBe("self");
  });

  test.for([
    ["one made the other an admin", a, b, [[1, 2]], {}, "close"],
    ["the other made the one an admin", a, b, [[2, 1]], {}, "close"],
    ["the same mailbox", a, admin(2, { email: "Admin-1+two@shop.test" }), [], {}, "same-contact"],
    ["the same cell", a, admin(2, { cell: "+27 82 000 0001" }), [], {}, "same-contact"],
    ["it is about the other", a, b, [], { about: [2] }, "concerned"],
    ["it pays the other", a, b, [], { pays: [2] }, "concerned"],
    [
      "it pays the other's account",
      a,
      admin(2, { bankAccount: "62-1234 5678" }),
      [],
      { bankAccounts: ["6212345678"] },
      "concerned",
    ],
    ["it pays the proposer", a, b, [], { pays: [1] }, "pays-proposer"],
  ] as const)("are not where %s", ([, one, other, closePairs, more, tie]) => {
    expect(tieBetween(one, other, closePairs, { ...parties, ...more })).toBe(tie);
  });

  test("without a number have none in common", () => {
    const bare = { cell: null, bankAccount: null };
    expect(tieBetween(admin(1, bare), admin(2, bare), [], parties)).toBeNull();
    const none = { ...parties, bankAccounts: [""] };
    expect(tieBetween(admin(1, bare), admin(2, bare), [], none)).toBeNull();
  });
});

describe("the way", () => {
  test("is to be confirmed where somebody is independent, also locked or held", () => {
    const away = admin(2, { isLocked: true, heldUntil: "2026-11-26T00:00:00.000Z" });
    expect(wayOf("bank", a, { admins: [a, away], closePairs: [] }, parties)).toBe("confirmed");
  });

  test("is alone for one admin, and for two who are close", () => {
    expect(wayOf("bank", a, { admins: [a], closePairs: [] }, parties)).toBe("alone");
    expect(wayOf("bank", a, { admins: [a, b], closePairs: [[2, 1]] }, parties)).toBe("alone");
  });

  test("is not alone for one who entered the colleague's number lately", () => {
    const own = { cell: b.cell, isCellNew: true };
    const circle = { admins: [admin(1, own), b], closePairs: [] };
    expect(wayOf("bank", admin(1, own), circle, parties)).toBe("confirmed");
    expect(wayOf("bank", admin(1, { ...own, isCellNew: false }), circle, parties)).toBe("alone");
  });

  test("is silence for deactivating the only other one", () => {
    const about = { ...parties, about: [2] };
    expect(wayOf("deactivate", a, { admins: [a, b], closePairs: [] }, about)).toBe("silence");
    expect(wayOf("deactivate", a, { admins: [a, b, c], closePairs: [] }, about)).toBe("confirmed");
  });
});

test("who gains from it proposes it only where nobody else could", () => {
  const pays = { ...parties, pays: [1] };
  expect(isForOthersToPropose(a, { admins: [a, b], closePairs: [] }, pays)).toBe(true);
  expect(isForOthersToPropose(a, { admins: [a], closePairs: [] }, pays)).toBe(false);
  expect(isForOthersToPropose(b, { admins: [a, b], closePairs: [] }, pays)).toBe(false);
});

// shows T415
describe("what one admin began", () => {
  const step = (firstId: number, userId: number) => ({ firstId, userId });
  const of = (admins: readonly OfficeAdmin[], closePairs: readonly [number, number][] = []) => ({
    admins,
    closePairs,
  });

  test("is completed by another who is independent, where there is one", () => {
    expect(isForAnother(step(1, 1), of([a, b]), parties)).toBe(true);
    expect(isForAnother(step(1, 2), of([a, b]), parties)).toBe(false);
    expect(isForAnother(step(1, 1), of([a]), parties)).toBe(false);
    expect(isForAnother(step(1, 2), of([a, b, c], [[1, 2]]), parties)).toBe(true);
    expect(isForAnother(step(1, 3), of([a, b, c], [[1, 2]]), parties)).toBe(false);
    expect(isForAnother(step(1, 1), of([a, b], [[1, 2]]), parties)).toBe(false);
  });

  test("waits for who is locked, and for whose sign-in details are new", () => {
    const held = admin(2, { heldUntil: "2026-11-26T00:00:00.000Z" });
    expect(isForAnother(step(1, 1), of([a, admin(2, { isLocked: true })]), parties)).toBe(true);
    expect(isForAnother(step(1, 1), of([a, held]), parties)).toBe(true);
    expect(isForAnother(step(1, 2), of([a, held]), parties)).toBe(true);
  });

  test("is not completed by whom it pays, and is by the others where it pays who began it", () => {
    expect(isForAnother(step(1, 2), of([a, b, c]), { ...parties, pays: [2] })).toBe(true);
    expect(isForAnother(step(1, 2), of([a, b]), { ...parties, pays: [1] })).toBe(false);
    expect(isForAnother(step(1, 1), of([a, b]), { ...parties, pays: [1] })).toBe(true);
  });

  test("is for nobody close to them after they left the office", () => {
    expect(isForAnother(step(1, 2), of([b, c], [[1, 2]]), parties)).toBe(true);
    expect(isForAnother(step(1, 3), of([b, c], [[1, 2]]), parties)).toBe(false);
  });

  test("is not for who entered the colleague's number lately", () => {
    const own = admin(1, { cell: b.cell, isCellNew: true });
    expect(isForAnother(step(1, 1), of([own, b]), parties)).toBe(true);
  });
});
