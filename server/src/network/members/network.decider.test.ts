import { describe, expect, test } from "vitest";
import { fold } from "../../platform/ledger/decider.ts";
import { specify } from "../../testing/decider-spec.ts";
import { type NetworkCommand, networkDecider } from "./network.decider.ts";
import type { NetworkEvent } from "./network.events.ts";
import { levelBelow } from "./network.rules.ts";

const given = specify(networkDecider);

const terms = { marginBps: 3000, distributorBps: 1000, vatRegistered: true };
const bounds = { marginBps: 4000, distributorBps: 2000 };
const distributor = (userId: number, level: 1 | 2 | 3, parentId: number | null): NetworkEvent => ({
  type: "DistributorEnrolled",
  data: { userId, level, parentId, code: `CODE${userId}` },
});
const stockist = (userId: number, parentId: number | null): NetworkEvent => ({
  type: "StockistEnrolled",
  data: { userId, parentId, ...terms, code: `CODE${userId}` },
});
const deactivated = (userId: number): NetworkEvent => ({
  type: "MemberDeactivated",
  data: { userId },
});
const moved = (userId: number, parentId: number | null): NetworkEvent => ({
  type: "DistributorMoved",
  data: { userId, parentId },
});
const stockistMoved = (userId: number, parentId: number | null): NetworkEvent => ({
  type: "StockistMoved",
  data: { userId, parentId },
});
const uplifted = (userId: number): NetworkEvent => ({
  type: "DistributorUplifted",
  data: { userId },
});

/** Two level 1s, the second sponsored by the first; below the first a level 2, a level 3 and a stockist. */
const tree = [
  distributor(1, 1, null),
  distributor(2, 1, 1),
  distributor(11, 2, 1),
  distributor(111, 3, 11),
  stockist(91, 111),
];
const inTree = given(...tree);

const enrol = (level: 1 | 2 | 3, parentId: number | null, userId = 50) =>
  ({ type: "EnrolDistributor", userId, level, parentId, code: `CODE${userId}` }) as const;
const enrolStockist = (parentId: number | null, userId = 50) =>
  ({ type: "EnrolStockist", userId, parentId, terms, bounds, code: `CODE${userId}` }) as const;
const move = (userId: number, parentId: number | null) =>
  ({ type: "MoveDistributor", userId, parentId }) as const;
const moveStockist = (userId: number, parentId: number | null) =>
  ({ type: "MoveStockist", userId, parentId }) as const;

const uplift = (userId: number) => ({ type: "UpliftDistributor", userId }) as const;
const change = (userId: number, changes = {}): NetworkCommand => ({
  type: "ChangeStockistTerms",
  userId,
  terms: { ...terms, ...changes },
  bounds,
});

describe("entering the network", () => {
  test.each([
    [1, null],
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 11],
  ] as const)("a level %i may stand under %s", (level, parentId) =>
    inTree.when(enrol(level, parentId)).thenHappened(distributor(50, level, parentId)),
  );
  test.each([
    [1, 11],
    [1, 91],
    [2, null],
    [2, 11],
    [2, 111],
    [3, null],
    [3, 111],
    [3, 91],
  ] as const)("a level %i may not stand under %s", (level, parentId) =>
    inTree.when(enrol(level, parentId)).thenRefused("network.wrong-parent"),
  );
  test.each([null, 1, 11, 111])("a stockist may be below %s", (parentId) =>
    inTree.when(enrolStockist(parentId)).thenHappened(stockist(50, parentId)),
  );
  test("a stockist may not be below a stockist", () =>
    inTree.when(enrolStockist(91)).thenRefused("network.wrong-parent"));

  test("happens once", () => inTree.when(enrol(2, 1, 11)).thenRefused("network.already-enrolled"));
  test("needs an existing parent", () =>
    inTree.when(enrol(2, 77)).thenRefused("network.unknown-member"));
  test("needs an active parent", () => {
    given(...tree, deactivated(1))
      .when(enrol(2, 1))
      .thenRefused("network.inactive-parent");
    given(...tree, deactivated(1))
      .when(enrolStockist(1))
      .thenRefused("network.inactive-parent");
  });
  test("needs a unique code, regardless of case", () =>
    inTree.when({ ...enrol(1, null), code: "code91" }).thenRefused("network.code-taken"));
  test("below oneself is refused", () => inTree.when(enrol(1, 50)).thenRefused("network.cycle"));

  test("through a distributor is one level below, and a level 3 adds no distributors", () => {
    expect([levelBelow(1), levelBelow(2), levelBelow(3)]).toEqual([2, 3, null]);
  });
});

describe("moving", () => {
  test("a level 2 goes to another level 1", () =>
    inTree.when(move(11, 2)).thenHappened(moved(11, 2)));
  test("a level 3 goes to a level 1", () => inTree.when(move(111, 2)).thenHappened(moved(111, 2)));
  test("a level 1 goes to another level 1, or to none", () => {
    given(distributor(1, 1, null), distributor(3, 1, null))
      .when(move(3, 1))
      .thenHappened(moved(3, 1));
    inTree.when(move(2, null)).thenHappened(moved(2, null));
  });
  // shows S4.10
  test("a stockist goes to any distributor, or to none", () => {
    inTree.when(moveStockist(91, 11)).thenHappened(stockistMoved(91, 11));
    inTree.when(moveStockist(91, null)).thenHappened(stockistMoved(91, null));
  });
  test("to the present parent changes nothing", () => inTree.when(move(11, 1)).thenNothing());

  test.each([
    [11, null, "network.wrong-parent"],
    [11, 111, "network.cycle"],
    [111, null, "network.wrong-parent"],
    [111, 91, "network.cycle"],
    [2, 11, "network.wrong-parent"],
    [1, 2, "network.cycle"],
    [1, 1, "network.cycle"],
    [11, 77, "network.unknown-member"],
    [77, 1, "network.unknown-member"],
    [91, 1, "network.wrong-kind"],
  ] as const)("%i under %s is refused", (userId, parentId, code) =>
    inTree.when(move(userId, parentId)).thenRefused(code),
  );
  test("as a stockist is refused for a distributor", () =>
    inTree.when(moveStockist(111, 1)).thenRefused("network.wrong-kind"));
  test("below a deactivated member is refused", () =>
    given(...tree, deactivated(2))
      .when(move(11, 2))
      .thenRefused("network.inactive-parent"));
});

describe("an uplift", () => {
  // shows S4.11
  test("makes a level 2 a level 1", () => inTree.when(uplift(11)).thenHappened(uplifted(11)));
  test.each([1, 111, 91])("is refused for other members, such as %i", (userId) =>
    inTree.when(uplift(userId)).thenRefused("network.not-upliftable"),
  );
  test("happens once", () =>
    given(...tree, uplifted(11))
      .when(uplift(11))
      .thenRefused("network.not-upliftable"));
  test("keeps its children, and may have level 2s below from now on", () => {
    const after = given(...tree, uplifted(11));
    after.when(move(111, 11)).thenNothing();
    after.when(enrol(2, 11)).thenHappened(distributor(50, 2, 11));
  });
});

describe("a stockist's terms", () => {
  test("change for new orders", () =>
    inTree.when(change(91, { marginBps: 2000 })).thenHappened({
      type: "StockistTermsChanged",
      data: { userId: 91, ...terms, marginBps: 2000 },
    }));
  // shows T79
  test.each([4100, 2550, -100])("never have a margin of %i basis points", (marginBps) => {
    inTree.when(change(91, { marginBps })).thenRefused("network.wrong-margin");
    const enrolment = { ...enrolStockist(1), terms: { ...terms, marginBps } };
    inTree.when(enrolment).thenRefused("network.wrong-margin");
  });
  test.each([2100, 1050, -100])(
    "never give the parent %i basis points of its sales",
    (distributorBps) => {
      inTree.when(change(91, { distributorBps })).thenRefused("network.wrong-percent");
      const enrolment = { ...enrolStockist(1), terms: { ...terms, distributorBps } };
      inTree.when(enrolment).thenRefused("network.wrong-percent");
    },
  );
  test("may be as large as the shop's settings allow", () => {
    const most = { marginBps: 4000, distributorBps: 2000 };
    inTree.when(change(91, most)).thenHappened({
      type: "StockistTermsChanged",
      data: { userId: 91, ...terms, ...most },
    });
  });
  // shows T79
  test("that exceed the bounds stay until they are changed, and then have to respect them", () => {
    const generous = { marginBps: 9900, distributorBps: 1050 };
    const before = given(...tree, {
      type: "StockistTermsChanged",
      data: { userId: 91, ...terms, ...generous },
    });
    before.when(change(91, { ...generous, vatRegistered: false })).thenHappened({
      type: "StockistTermsChanged",
      data: { userId: 91, ...generous, vatRegistered: false },
    });
    before.when(change(91, { ...generous, marginBps: 9800 })).thenRefused("network.wrong-margin");
    before
      .when(change(91, { ...generous, distributorBps: 1150 }))
      .thenRefused("network.wrong-percent");
  });
  test("that stay the same emit nothing", () => inTree.when(change(91)).thenNothing());
  test("are refused for other members", () =>
    inTree.when(change(11)).thenRefused("network.wrong-kind"));
});

describe("a member's code", () => {
  const recode = (userId: number, code: string) =>
    ({ type: "ChangeMemberCode", userId, code }) as const;
  const recoded = (userId: number, code: string): NetworkEvent => ({
    type: "MemberCodeChanged",
    data: { userId, code },
  });

  test("changes", () => inTree.when(recode(11, "NEW")).thenHappened(recoded(11, "NEW")));
  test("that stays the same emits nothing", () => inTree.when(recode(11, "CODE11")).thenNothing());
  test("may change in case only", () =>
    inTree.when(recode(11, "Code11")).thenHappened(recoded(11, "Code11")));
  test("is unique, regardless of case", () =>
    inTree.when(recode(11, "code1")).thenRefused("network.code-taken"));
  test("stays reserved when it is given up, because its links are still in use", () => {
    const after = given(...tree, recoded(11, "NEW"));
    after.when(recode(2, "CODE11")).thenRefused("network.code-taken");
    after.when({ ...enrol(1, null), code: "code11" }).thenRefused("network.code-taken");
    after.when(recode(11, "CODE11")).thenHappened(recoded(11, "CODE11"));
  });
  test("needs a member", () =>
    inTree.when(recode(77, "NEW")).thenRefused("network.unknown-member"));
});

describe("being active", () => {
  const deactivate = { type: "DeactivateMember", userId: 11 } as const;
  const reactivate = { type: "ReactivateMember", userId: 11 } as const;

  test("ends and starts again", () => {
    inTree.when(deactivate).thenHappened(deactivated(11));
    given(...tree, deactivated(11))
      .when(reactivate)
      .thenHappened({ type: "MemberReactivated", data: { userId: 11 } });
  });
  test("ends and starts once", () => {
    given(...tree, deactivated(11))
      .when(deactivate)
      .thenRefused("network.already-inactive");
    inTree.when(reactivate).thenRefused("network.already-active");
  });
});

describe("an event that cannot follow", () => {
  test.each([
    ["a second entry", distributor(11, 2, 1), "network.already-enrolled"],
    ["a level 2 under a level 2", distributor(50, 2, 11), "network.wrong-parent"],
    ["a cycle", moved(1, 2), "network.cycle"],
    ["an uplift of a level 3", uplifted(111), "network.not-upliftable"],
    ["a move of nobody", moved(77, 1), "network.unknown-member"],
  ] as const)("is refused: %s", (_what, event, code) =>
    inTree.whenHappening(event).thenRefused(code),
  );
  test("an enrolment below an inactive member is accepted", () =>
    given(...tree, deactivated(1))
      .whenHappening(distributor(50, 2, 1))
      .thenAccepted());
});

describe("a large network", () => {
  test("adds members without copying the existing ones", () => {
    const enrolments = Array.from({ length: 20_000 }, (_, index) =>
      distributor(index + 1, index === 0 ? 1 : 2, index === 0 ? null : 1),
    );
    const network = fold(networkDecider, enrolments);
    expect(network.members.get(20_000)).toMatchObject({ level: 2, parentId: 1 });
  });
});
