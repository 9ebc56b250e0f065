import { describe, expect, test } from "vitest";
import { projectionsOf, recorded } from "../../testing/recorded-facts.ts";
import { deactivated, distributor, stockist } from "../../testing/some-facts.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";

const memberAfter = (userId: number, ...facts: LedgerEvent[]) =>
  projectionsOf(recorded(distributor(1, 1, null), distributor(2, 1, null), ...facts)).members.get(
    userId,
  );

describe("a member", () => {
  test("is enrolled with a position, a code and a day", () => {
    expect(memberAfter(20, distributor(20, 2, 1))).toEqual({
      userId: 20,
      kind: "distributor",
      level: 2,
      parentId: 1,
      code: "D20",
      active: true,
      marginBps: null,
      distributorBps: null,
      vatRegistered: null,
      enrolledAt: "2026-01-01T08:03:00.000Z",
      upliftedAt: null,
      upliftPosition: null,
      upliftedUnderId: null,
    });
  });
  // shows S9.5
  test("that is a stockist is enrolled with its terms, at level 4", () => {
    expect(memberAfter(90, stockist(90, 1, 1000))).toMatchObject({
      kind: "stockist",
      level: 4,
      marginBps: 3000,
      distributorBps: 1000,
    });
  });
  test("moves with its level", () => {
    const moved: LedgerEvent = { type: "DistributorMoved", data: { userId: 20, parentId: 2 } };
    expect(memberAfter(20, distributor(20, 2, 1), moved)).toMatchObject({ level: 2, parentId: 2 });
  });
  test("keeps the position of its earlier life when it is uplifted, also when it moves later", () => {
    const uplifted: LedgerEvent = { type: "DistributorUplifted", data: { userId: 20 } };
    const moved: LedgerEvent = { type: "DistributorMoved", data: { userId: 20, parentId: 2 } };
    expect(memberAfter(20, distributor(20, 2, 1), uplifted, moved)).toMatchObject({
      level: 1,
      parentId: 2,
      upliftedUnderId: 1,
      upliftPosition: 4,
      upliftedAt: "2026-01-01T08:04:00.000Z",
    });
  });
  test("is kept when it is deactivated, and can be reactivated", () => {
    const reactivated: LedgerEvent = { type: "MemberReactivated", data: { userId: 2 } };
    expect(memberAfter(2, deactivated(2))).toMatchObject({ active: false, level: 1 });
    expect(memberAfter(2, deactivated(2), reactivated)).toMatchObject({ active: true });
  });
  test("gets new terms", () => {
    const terms = { marginBps: 1, distributorBps: 2, vatRegistered: true };
    const changed: LedgerEvent = { type: "StockistTermsChanged", data: { userId: 90, ...terms } };
    expect(memberAfter(90, stockist(90, 1, 1000), changed)).toMatchObject({
      ...terms,
      code: "S90",
    });
  });
  test("gets a new code, and keeps everything else", () => {
    const recoded: LedgerEvent = { type: "MemberCodeChanged", data: { userId: 20, code: "NEW" } };
    expect(memberAfter(20, distributor(20, 2, 1), recoded)).toMatchObject({
      code: "NEW",
      level: 2,
      parentId: 1,
      active: true,
    });
  });
  test("that is unknown is not created by a change", () => {
    expect(memberAfter(77, deactivated(77))).toBeUndefined();
  });
});
