import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ApiInputs, ApiOutputs } from "../../../api/api.ts";
import { Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { LedgerRuns } from "./ledger-runs.tsx";

const user = userEvent.setup({ delay: null });
afterEach(() => vi.unstubAllGlobals());

type Run = ApiOutputs["monthEnd"]["runs"][number];
type Result = NonNullable<Run["result"]>;

const sound: Result = {
  isSound: true,
  tables: [],
  memberCount: 0,
  members: [],
  broken: [],
  failure: null,
  position: 500,
  hash: null,
  isSwapped: false,
};
const aRun: Run = {
  id: "11111111-1111-4111-8111-111111111111",
  kind: "reconcile",
  askedAt: "2026-11-23T10:00:00.000Z",
  askedBy: "Ada Office",
  acceptedHash: null,
  statement: null,
  matching: null,
  state: "done",
  progress: 100,
  result: sound,
};
const none = { count: 0, first: [] };
const difference: Result = {
  ...sound,
  isSound: false,
  hash: "ab".repeat(32),
  memberCount: 1,
  members: [
    {
      memberId: 4,
      fullName: "Ben Two",
      tables: ["wallet"],
      figures: [{ name: "accrued", old: 100_00, new: 95_00, delta: -5_00 }],
      firstEvent: null,
    },
  ],
};

function show(
  runs: () => Run[],
  rebuild: (input: ApiInputs["monthEnd"]["rebuild"]) => { id: string } = () => ({ id: aRun.id }),
) {
  const reconcile = vi.fn<() => { id: string }>(() => ({ id: aRun.id }));
  renderWithApi(<LedgerRuns currency="ZAR" />, { monthEnd: { runs, reconcile, rebuild } });
  return { reconcile };
}

describe("reconciling", () => {
  test("starts with a press, shows its progress, and then the result", async () => {
    let runs: Run[] = [];
    const { reconcile } = show(() => runs);
    reconcile.mockImplementation(() => {
      runs = [{ ...aRun, state: "waiting", progress: 40, result: null }];
      return { id: aRun.id };
    });
    await user.click(await screen.findByRole("button", { name: "Reconcile figures" }));
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("40");
    for (const button of screen.getAllByRole("button"))
      expect(button).toHaveProperty("disabled", true);

    runs = [aRun];
    expect(await screen.findByText("Everything agrees", {}, { timeout: 3000 })).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("sends a file unchanged, and lists the differences line by line", async () => {
    let runs: Run[] = [];
    show(() => runs);
    const send = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => {
      runs = [
        {
          ...aRun,
          statement: "bank",
          matching: {
            matched: 12,
            different: none,
            missingInLedger: {
              count: 60,
              first: [{ line: 3, orderNumber: 2245, paymentId: null, amount: 10_00 }],
            },
            missingInStatement: {
              count: 1,
              first: [{ orderNumber: 2246, paymentId: "x", amount: 1400_00, day: "2026-11-02" }],
            },
            unreferenced: { count: 1, first: [{ line: 4, amount: 5_00 }] },
          },
        },
      ];
      return Response.json({ success: true, data: { id: aRun.id } });
    });
    vi.stubGlobal("fetch", send);
    const file = new File(["Date,Amount"], "no vember.csv");
    await user.upload(
      await screen.findByLabelText("Reconcile settlement file", { selector: "input" }),
      file,
    );
    expect(await screen.findByText("Differences found")).toBeTruthy();
    expect(send.mock.calls[0]?.[0]).toBe("/office/reconcile-cards?name=no%20vember.csv");
    expect(send.mock.calls[0]?.[1].body).toBe(file);
    expect(screen.getByText("Missing in the ledger (60)")).toBeTruthy();
    expect(screen.getByText(/^Line 3, order 2245: R10\.00$/)).toBeTruthy();
    expect(screen.getByText("and 59 more")).toBeTruthy();
    expect(screen.getByText(/^Order 2246: R1\s400\.00 on 2 Nov 2026$/)).toBeTruthy();
  });

  test("counts lines without a reference separately, not as differences", async () => {
    const unreferenced = {
      count: 2,
      first: [
        { line: 4, amount: 5_00 },
        { line: 5, amount: 1 },
      ],
    };
    const matching = {
      matched: 3,
      different: none,
      missingInLedger: none,
      missingInStatement: none,
    };
    show(() => [{ ...aRun, statement: "bank", matching: { ...matching, unreferenced } }]);
    expect(await screen.findByText("3 matched, 2 without a reference")).toBeTruthy();
  });

  test("shows why a file was refused, and sends the same file again when it is chosen again", async () => {
    show(() => []);
    const send = vi.fn<() => Promise<Response>>(async () =>
      Response.json({ success: false, error: "We could not read this file." }),
    );
    vi.stubGlobal("fetch", send);
    const input = await screen.findByLabelText("Reconcile settlement file", { selector: "input" });
    const file = new File(["x"], "a.csv");
    await user.upload(input, file);
    expect(await screen.findByText("We could not read this file.")).toBeTruthy();
    await user.upload(input, file);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  });

  test("refuses a file that is too large before sending it", async () => {
    show(() => []);
    const send = vi.fn<() => Promise<Response>>(async () =>
      Response.json({ success: false, error: "We could not read this file." }),
    );
    vi.stubGlobal("fetch", send);
    const input = await screen.findByLabelText("Reconcile settlement file", { selector: "input" });
    await user.upload(input, new File(["x"], "a.csv"));
    expect(await screen.findByText("We could not read this file.")).toBeTruthy();
    await user.upload(input, new File([new Uint8Array(5 * 1024 * 1024 + 1)], "b.csv"));
    expect(await screen.findByText("The file is larger than 5 MB.")).toBeTruthy();
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("rebuilding", () => {
  test("asks for confirmation, and applies exactly the difference that was shown", async () => {
    const asked: unknown[] = [];
    show(
      () => [{ ...aRun, kind: "rebuild", result: difference }],
      (input) => {
        asked.push(input);
        return { id: aRun.id };
      },
    );
    await user.click(await screen.findByRole("button", { name: "Rebuild figures" }));
    await user.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Rebuild figures" }),
    );
    await vi.waitFor(() => expect(asked).toEqual([{ acceptedHash: null }]));
    expect(await screen.findByText("Differences found, nothing changed")).toBeTruthy();
    expect(screen.getByText(/accrued: R100\.00 shown, R95\.00 in the ledger/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Apply this difference" }));
    await user.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Apply difference" }),
    );
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual({ acceptedHash: "ab".repeat(32) });
  });

  test("does not offer an older difference, because the figures may have changed since", async () => {
    const older = { ...aRun, id: "21111111-1111-4111-8111-111111111111" };
    show(() => [aRun, { ...older, kind: "rebuild", result: difference }]);
    await user.click(await screen.findByRole("button", { name: "Show differences" }));
    expect(screen.getByText("Ben Two", { exact: false })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Apply this difference" })).toBeNull();
  });

  test("shows that another run is in progress", async () => {
    show(
      () => [],
      () => {
        throw new Refusal("ledgerrun.waiting");
      },
    );
    await user.click(await screen.findByRole("button", { name: "Rebuild figures" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Rebuild figures" }));
    expect(await dialog.findByText(/Another run is in progress/)).toBeTruthy();
  });
});
