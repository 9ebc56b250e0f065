import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { Breakdown, type FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { LedgerHealthScreen } from "./ledger-health-screen.tsx";
import type { LedgerHealth } from "./ledger-health-parts.tsx";

const user = userEvent.setup({ delay: null });
type CheckNow = FakeProcedure<"ledgerHealth", "checkNow">;

const looked = { checkedAt: "2026-03-09T15:04:00.000Z", position: 420, tookMs: 300 };
const sound: LedgerHealth = {
  now: "2026-03-09T15:06:00.000Z",
  currency: "ZAR",
  head: { position: 421, recordedAt: "2026-03-09T15:05:00.000Z" },
  projections: [{ name: "wallets", position: 421, lag: 0, failure: null }],
  seals: { throughPosition: 400, sealedAt: "2026-03-09T15:00:00.000Z", unsealed: 21 },
  chain: { ...looked, through: 420, again: 0, wholeAt: "2026-03-09T15:04:00.000Z", damage: null },
  replay: {
    ...looked,
    isSound: true,
    tables: [],
    memberCount: 0,
    members: [],
    broken: [],
    failure: null,
  },
  decisions: { ...looked, count: 0, events: [], unsigned: [] },
  plan: {
    value: 1000_00,
    chain: 174_00,
    leader: 5_00,
    chainCeilingBps: 2000,
    leaderCeilingBps: 200,
    outside: { ...looked, count: 0, sales: [] },
  },
  clearing: {
    overpaid: { count: 1, sum: 7_00 },
    underpaid: { count: 0, sum: 0 },
    bankLines: { count: 0, sum: 0 },
    notifications: { count: 0, sum: 0 },
  },
  reads: { from: "primary", ageSeconds: null, fallback: "no-replica" },
  backupAt: "2026-03-09T01:00:00.000Z",
  isWanted: false,
};

function show(get: () => LedgerHealth, checkNow: CheckNow = () => ({ wanted: true })) {
  renderWithApi(
    <LedgerHealthScreen />,
    { ledgerHealth: { get, checkNow } },
    { path: "/admin/ledger-health", pattern: "/admin/ledger-health" },
  );
}

const part = async (name: string) => within(await screen.findByRole("region", { name }));

describe("ledger health", () => {
  test("shows that everything is in order, with the checks behind it", async () => {
    show(() => sound);
    expect(await screen.findByText("Everything is in order")).toBeTruthy();
    expect((await part("Figures check")).getByText("Match")).toBeTruthy();
    const looks = (await part("Figures check")).getByText(/Checked/);
    expect(looks.textContent).toBe("Checked 2 minutes ago at position 420.");
    expect((await part("Ledger integrity")).getByText("Intact")).toBeTruthy();
    const plan = await part("Commission limit");
    expect(plan.getByText("17.4% of at most 20%")).toBeTruthy();
    expect(plan.getByText("0.5% of at most 2%")).toBeTruthy();
    const clearing = await part("Open items");
    expect(clearing.getByRole("link").getAttribute("href")).toBe("/admin/orders?state=overpaid");
  });

  test.each([
    [{}, "In order", "The main database"],
    [{ backupAt: null }, "No nightly backup yet", "None yet"],
    [{ backupAt: "2026-03-08T01:00:00.000Z" }, "Backup is old", "8 Mar 2026, 03:00"],
    [
      { reads: { from: "replica", ageSeconds: 0.4, fallback: "none" } },
      "In order",
      "The replica, 0 seconds behind",
    ],
    [
      { reads: { from: "primary", ageSeconds: null, fallback: "away" } },
      "Replica not used",
      "The main database. The replica does not answer.",
    ],
    [
      { reads: { from: "primary", ageSeconds: 61, fallback: "behind" } },
      "Replica not used",
      "The main database. The replica is 61 seconds behind.",
    ],
  ] as const)(
    "says how old the backup is and where reports are read: %j",
    async (found, state, words) => {
      show(() => ({ ...sound, ...found }));
      const database = await part("Backup and replica");
      expect(database.getByText(state)).toBeTruthy();
      expect(database.getByText(words)).toBeTruthy();
    },
  );

  test("names the members whose figures differ, and by how much", async () => {
    const member = {
      memberId: 12,
      fullName: "Ben Naidoo",
      tables: ["wallet"],
      firstEvent: null,
      figures: [{ name: "accrued", old: 101_00, new: 100_00, delta: -1_00 }],
    };
    show(() => ({
      ...sound,
      replay: {
        ...looked,
        isSound: false,
        memberCount: 1,
        members: [member],
        failure: null,
        tables: [{ table: "wallet", live: 5, replayed: 5, differing: 1, examples: ["12"] }],
        broken: [{ law: "All entries are in wallets", subject: "all members", detail: "1 and 2" }],
      },
    }));
    expect(await screen.findByText("Figures do not match the ledger")).toBeTruthy();
    const replay = await part("Figures check");
    expect(replay.getByText("Ben Naidoo (12)")).toBeTruthy();
    expect(replay.getByText("accrued: R101.00 shown, R100.00 in the ledger")).toBeTruthy();
    expect(replay.getByText("All entries are in wallets")).toBeTruthy();
  });

  test("names money that no second admin approved", async () => {
    show(() => ({
      ...sound,
      decisions: {
        ...looked,
        count: 2,
        events: [{ position: 77, type: "PayoutPaid", sum: 12_000_00, above: 10_000_00 }],
        unsigned: ["0196"],
      },
    }));
    expect(await screen.findByText("Money went without second approval")).toBeTruthy();
    const found = await part("Second approval");
    expect(found.getByText(/^Event 77 \(PayoutPaid\): R12\u00a0?.?000.00 in all/)).toBeTruthy();
    expect(found.getByText("Decision 0196: its signature does not verify")).toBeTruthy();
  });

  test("shows a new difference within one poll on an open page", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const member = {
      memberId: 12,
      fullName: "Ben Naidoo",
      tables: ["wallet"],
      firstEvent: null,
      figures: [{ name: "accrued", old: 101_00, new: 100_00, delta: -1_00 }],
    };
    const differing = { table: "wallet", live: 5, replayed: 5, differing: 1, examples: ["12"] };
    const unsound = { isSound: false, tables: [differing], memberCount: 1, members: [member] };
    let isCorrupt = false;
    show(() =>
      isCorrupt
        ? { ...sound, replay: { ...looked, ...unsound, broken: [], failure: null } }
        : sound,
    );
    expect(await screen.findByText("Everything is in order")).toBeTruthy();
    isCorrupt = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(await screen.findByText("Ben Naidoo (12)")).toBeTruthy();
    expect(screen.queryByText("Everything is in order")).toBeNull();
    vi.useRealTimers();
  });

  test("shows the position of ledger damage before any other finding", async () => {
    const damage = { position: 7, what: "altered", explanation: "the event is another" };
    show(() => ({ ...sound, chain: { ...looked, through: 5, again: 0, wholeAt: null, damage } }));
    expect(await screen.findByText("The ledger is damaged")).toBeTruthy();
    const chain = await part("Ledger integrity");
    expect(chain.getByText("Position 7 (altered): the event is another")).toBeTruthy();
  });

  test("lists sales over the plan's limit, each with its order", async () => {
    const sale = {
      position: 9,
      orderId: "an-order",
      orderNumber: 1004,
      value: 100_00,
      chain: 30_00,
      leader: 0,
      chainCeilingBps: 2000,
      leaderCeilingBps: 200,
    };
    show(() => ({
      ...sound,
      plan: { ...sound.plan, outside: { ...looked, count: 1, sales: [sale] } },
    }));
    const plan = await part("Commission limit");
    expect(plan.getByText("1 sale over the limit")).toBeTruthy();
    expect(plan.getByRole("link", { name: "Order 1004" }).getAttribute("href")).toBe(
      "/admin/orders?order=an-order",
    );
  });

  test("starts a check on request, and shows what was not checked yet", async () => {
    let health: LedgerHealth = { ...sound, replay: null, chain: null };
    const checkNow = vi.fn<CheckNow>(() => {
      health = sound;
      return { wanted: true };
    });
    show(() => health, checkNow);
    expect(await screen.findByText("Not checked yet")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Check now" }));
    expect(checkNow).toHaveBeenCalledTimes(1);
    expect(await screen.findByText("Everything is in order")).toBeTruthy();
  });

  test("shows an error when it cannot be loaded", async () => {
    show(() => {
      throw new Breakdown();
    });
    expect(await screen.findByText("We could not load the ledger health.")).toBeTruthy();
  });
});
