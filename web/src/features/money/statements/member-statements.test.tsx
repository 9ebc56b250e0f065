import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Breakdown, type FakeApi, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { MyStatementsScreen } from "./member-statements.tsx";
import { aStatement, someMonths } from "../../../testing/some-statements.ts";

const user = userEvent.setup({ delay: null });
const pattern = "/distributor/my-statements";

function show(fake: FakeApi = {}, search = "") {
  renderWithApi(
    <MyStatementsScreen />,
    {
      statements: { months: () => someMonths },
      wallet: { statement: ({ month }) => ({ ...aStatement, month }) },
      ...fake,
    },
    { path: `${pattern}${search}`, pattern },
  );
}

describe("my statements", () => {
  test("lists the months with their amounts, newest first", async () => {
    show();
    const rows = within(await screen.findByRole("region", { name: "Table of statements" }));
    const [, newest, oldest] = rows.getAllByRole("row");
    expect(newest?.textContent).toMatch(/March 2026.*R200\.00.*Open/);
    expect(oldest?.textContent).toMatch(/February 2026.*R300\.00.*−R50\.00.*Closed/);
  });

  test("links to the documents of each tax year", async () => {
    show();
    expect(
      (await screen.findByRole("link", { name: "Tax year 2027 as PDF" })).getAttribute("href"),
    ).toBe("/statements/17/tax/2027/tax-pack.pdf");
    expect(screen.getByRole("link", { name: "Tax year 2026 as CSV" }).getAttribute("href")).toBe(
      "/statements/17/tax/2026/tax-pack.csv",
    );
  });

  test("says which accounts a tax year in the United Kingdom is for", async () => {
    show({ statements: { months: () => ({ ...someMonths, region: "uk" }) } });
    expect(
      await screen.findByText(
        /accounts made up to 31 March\..* leave out 1 to 5 April of the first year\..*Ask your accountant\.$/,
      ),
    ).toBeTruthy();
  });

  test("lists the months where the address names none", async () => {
    show({}, "?month=2026-13");
    expect(await screen.findByRole("heading", { name: "My statements" })).toBeTruthy();
  });

  test("opens a statement at its own address, and leads back to the list", async () => {
    show();
    await user.click(
      await screen.findByRole("button", { name: "Open the statement for February 2026" }),
    );
    expect(
      await screen.findByRole("heading", { name: "Commission statement, February 2026" }),
    ).toBeTruthy();
    expect(window.location.search).toBe("?month=2026-02");
    window.history.back();
    await user.click(
      await screen.findByRole("button", { name: "Open the statement for March 2026" }),
    );
    expect(window.location.search).toBe("?month=2026-03");

    await user.click(screen.getByRole("button", { name: "All statements" }));
    expect(await screen.findByRole("heading", { name: "My statements" })).toBeTruthy();
    expect(window.location.search).toBe("");
  });

  test("explains the empty list to a new distributor", async () => {
    show({ statements: { months: () => ({ ...someMonths, months: [] }) } });
    expect(await screen.findByText("No statements yet")).toBeTruthy();
    expect(screen.queryByText("Tax years")).toBeNull();
  });

  test("retries after a failed request", async () => {
    let isBroken = true;
    show({
      statements: {
        months: () => {
          if (isBroken) throw new Breakdown();
          return someMonths;
        },
      },
    });
    expect(await screen.findByText("We could not load the statements.")).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("March 2026")).toBeTruthy();
  });
});

describe("a statement", () => {
  test("shows the opening and the closing balance", async () => {
    show({}, "?month=2026-02");
    const balances = within(await screen.findByRole("region", { name: "Balances" }));
    expect(balances.getByText("R14.13")).toBeTruthy();
    expect(balances.getByText("−R10.00")).toBeTruthy();
    expect(balances.getByText("R4.13")).toBeTruthy();
    expect(screen.getByText("Paid out, reference EFT-2")).toBeTruthy();
    expect(screen.getByText(/Closed on/).textContent).toContain("2 Mar 2026");
  });

  test("names the seller, and marks an entry from an earlier month", async () => {
    show({}, "?month=2026-02");
    const rows = within(await screen.findByRole("region", { name: "Table of entries" }));
    const [, upline, late] = rows.getAllByRole("row");
    expect(upline?.textContent).toMatch(
      /3 Feb 2026.*Order 10421.*Team sale.*Cara Cele.*5%.*R56\.52/,
    );
    expect(upline?.textContent).not.toContain("from an earlier month");
    expect(late?.textContent).toMatch(
      /26 Jan 2026.*from an earlier month.*Own sale reversed.*−R42\.39/,
    );
  });

  test("offers the PDF, the JSON file and the checker", async () => {
    show({}, "?month=2026-02");
    const pdf = await screen.findByRole("link", { name: "Download PDF" });
    expect(pdf.getAttribute("href")).toBe("/statements/17/2026-02/statement.pdf");
    await user.click(screen.getByRole("button", { name: "Verify this statement yourself" }));
    const json = await screen.findByRole("link", { name: "Download the statement (JSON)" });
    expect(json.getAttribute("href")).toBe("/statements/17/2026-02/statement.json");
    expect(screen.getByRole("link", { name: "Download the checker" }).getAttribute("href")).toBe(
      "/check-statement.mjs",
    );
  });

  test("marks an open month", async () => {
    show({ wallet: { statement: () => ({ ...aStatement, seal: null }) } }, "?month=2026-03");
    expect(await screen.findByText(/This month is still open/)).toBeTruthy();
  });

  test("shows that a statement is unknown, with the link back", async () => {
    show(
      {
        wallet: {
          statement: () => {
            throw new Refusal("statement.unknown");
          },
        },
      },
      "?month=2026-02",
    );
    expect(await screen.findByText("We could not load the statement.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "All statements" })).toBeTruthy();
  });
});
