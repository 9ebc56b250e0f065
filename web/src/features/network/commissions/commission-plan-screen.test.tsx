import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeApi, type FakeProcedure, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { CommissionPlanScreen } from "./commission-plan-screen.tsx";
import type { Plans, Simulation } from "./plan-rates.tsx";

const user = userEvent.setup({ delay: null });
const pattern = "/admin/commission-plan";
const id = "5b0f7a52-1c1d-4f0e-9c9b-3f6c2b1f7d10";
const shown = { path: `${pattern}?simulation=${id}`, pattern };

const plan: CommissionPlan = {
  own: { "1": 2000, "2": 1500, "3": 1000 },
  upline: { "1": { "2": 500, "3": 500 }, "2": { "3": 500 } },
  leader: 1000,
};
const dearer: CommissionPlan = { ...plan, own: { ...plan.own, "3": 1250 } };

const plans = (changes: Partial<Plans> = {}): Plans => ({
  currency: "ZAR",
  published: [{ position: 0, plan, publishedAt: null, publishedByName: null }],
  planned: null,
  ...changes,
});
const simulation = (changes: Partial<Simulation> = {}): Simulation => ({
  id,
  plan: dearer,
  planHash: "a".repeat(64),
  fromDay: "2026-08-01",
  toDay: "2026-10-31",
  inForcePosition: 0,
  askedAt: "2026-11-02T08:00:00.000Z",
  state: "ready",
  progress: 100,
  sales: 1_000_000,
  actual: 200_000,
  simulated: 225_000,
  winners: 1,
  losers: 0,
  aboveCeilingBps: 2300,
  ...changes,
});
const member = {
  memberId: 7,
  name: "Cara Botha",
  level: 3,
  actual: 100_000,
  simulated: 125_000,
} as const;

function draw(changes: FakeApi["commissionPlan"] = {}, at = shown) {
  return renderWithApi(
    <CommissionPlanScreen />,
    {
      commissionPlan: {
        list: () => plans(),
        simulation: () => simulation(),
        simulatedMembers: () => ({ rows: [{ ...member, delta: 25_000 }], total: 1 }),
        ...changes,
      },
    },
    at,
  );
}

const inDialog = () => within(screen.getByRole("dialog"));

describe("the commission plan", () => {
  test("shows the current rates with the total of each seller level", async () => {
    draw({}, { path: pattern, pattern });
    const table = await screen.findByRole("table", { name: "Current plan" });
    const levelOne = within(table).getByRole("row", { name: /^Level 1 20/ });
    expect(levelOne.textContent).toContain("22%");
    expect(screen.getByText("The original plan")).toBeTruthy();
  });

  test("is tested with typed rates", async () => {
    const simulate = vi.fn<FakeProcedure<"commissionPlan", "simulate">>(() => ({ id }));
    draw({ simulate }, { path: pattern, pattern });
    const field = await screen.findByLabelText(/^A level 3’s own sale/);
    await user.clear(field);
    await user.type(field, "150");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.queryByRole("button", { name: "Run test" })).toBeNull();
    expect(simulate).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, "12,5");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(screen.getByRole("button", { name: "Run test" }));

    expect(simulate.mock.calls[0]?.[0].plan).toEqual(dearer);
    expect(await screen.findByText("Cara Botha")).toBeTruthy();

    window.history.back();
    expect(await screen.findByRole("button", { name: "Run test" })).toBeTruthy();
  });

  test("shows cost, winners and losers before it can be published", async () => {
    draw();
    expect(await screen.findByText("22.5% of the sales value")).toBeTruthy();
    expect(screen.getByText("1 would earn more, 0 less")).toBeTruthy();
    expect(await screen.findByText("Cara Botha")).toBeTruthy();
  });

  test("above the limit is proposed only after it is accepted, with the hash of the simulated plan", async () => {
    const publish = vi.fn<FakeProcedure<"commissionPlan", "publish">>(() => ({
      state: "proposed",
      proposalId: id,
    }));
    draw({ publish });
    const button = await screen.findByRole("button", { name: "Publish plan" });
    expect(button).toHaveProperty("disabled", true);
    await user.click(screen.getByLabelText(/pays up to 23% of the sales value/));
    await user.click(button);
    await user.click(inDialog().getByRole("button", { name: "Publish plan" }));

    expect(publish).toHaveBeenCalledWith({
      commandId: expect.any(String),
      simulationId: id,
      planHash: "a".repeat(64),
      publishOn: null,
      acceptsShareBps: 2300,
    });
    expect(await screen.findByText("Proposed. It waits under Decisions.")).toBeTruthy();
  });

  test("shows why it was not published", async () => {
    draw({
      simulation: () => simulation({ plan: { ...plan, leader: 900 }, aboveCeilingBps: null }),
      publish: () => {
        throw new Refusal("plan.outdated");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Publish plan" }));
    await user.click(inDialog().getByRole("button", { name: "Publish plan" }));
    expect(await screen.findByText(/^Another plan has been published since/)).toBeTruthy();
  });

  test("that is scheduled can be withdrawn, and blocks publishing another one", async () => {
    const planned = {
      id,
      plan: dearer,
      publishOn: "2026-12-01",
      plannedAt: "2026-11-02T08:00:00.000Z",
      plannedByName: "Office",
    };
    const withdraw = vi.fn<FakeProcedure<"commissionPlan", "withdraw">>(({ id: of }) => ({
      id: of,
    }));
    draw({ list: () => plans({ planned }), withdraw });
    expect(await screen.findByText(/^Another plan is scheduled/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel scheduled plan" }));
    const question = screen.getByRole("dialog");
    await user.click(within(question).getByRole("button", { name: "Cancel scheduled plan" }));
    expect(withdraw).toHaveBeenCalledWith({ id });
  });

  test.each([
    ["waiting", /^Recalculating past sales/],
    ["failed", /did not finish/],
  ] as const)("shows that a simulation is %s", async (state, words) => {
    draw({ simulation: () => simulation({ state, actual: null, simulated: null, progress: 40 }) });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test("shows an error when the server is unreachable", async () => {
    draw({
      list: () => {
        throw new LostLine();
      },
    });
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
  });
});
