import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { allows, permissions } from "@portal/shared/platform/permissions.ts";
import { restPermissions } from "@portal/shared/platform/rest-permissions.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { z } from "zod";
import { appRouter } from "../../app-router.ts";
import { anAccountant } from "../../testing/an-accountant.ts";
import { aBusyShop, changesOf } from "../../testing/busy-shop.ts";
import { type TestShop, test as shopTest } from "../../testing/shop-test.ts";
import { tableContents } from "../../testing/table-contents.ts";

const test = shopTest
  .extend("accountant", { scope: "file" }, ({ shop }) => anAccountant(shop))
  .extend("changes", { scope: "file" }, async ({ shop, accountant: _ }) =>
    changesOf(shop, await aBusyShop(shop)),
  );

/** All that an accountant reads. Written out a second time on purpose: a slip in the table has to differ from this. */
const read = [
  "archives.list",
  "bankDebits.list",
  "bankLines.list",
  "books.accountEntries",
  "books.balanceFiles",
  "books.bankFiles",
  "books.bankReconciliation",
  "books.cardFiles",
  "books.cardReconciliation",
  "books.documentFiles",
  "books.documents",
  "books.entries",
  "books.files",
  "books.income",
  "books.journals",
  "books.postedBalance",
  "books.selfBilled",
  "books.trialBalance",
  "books.unusedNumbers",
  "books.vat",
  "books.vatDocuments",
  "books.vatFiles",
  "books.vatRoundings",
  "books.openingBalances",
  "cardMatch.list",
  "monthEnd.get",
  "monthEnd.runs",
  "owed.credit",
  "owed.members",
  "owed.orders",
  "payouts.breakdown",
  "payouts.list",
  "reports.sales",
  "reports.salesGraph",
  "statements.cents",
  "statements.closings",
  "statements.months",
  "statements.register",
  "wallet.statement",
];
/** All that an accountant asks to be done: the files of a month are written, and nothing else is changed. */
const done = ["archives.begin"];
/** Of everybody who is signed in: the own account, and own orders. */
const own = [
  "auth.confirmPassword",
  "auth.endOtherSessions",
  "auth.endSession",
  "auth.handOver",
  "auth.sessions",
  "auth.updatePassword",
  "events.live",
  "factors.addCodes",
  "factors.addPasskey",
  "factors.askForLink",
  "factors.beginCodes",
  "factors.beginPasskey",
  "factors.pass",
  "factors.passkeyOptions",
  "factors.remove",
  "factors.renewRecoveryCodes",
  "factors.state",
  "orders.cancel",
  "orders.creditFor",
  "orders.mine",
  "orders.payWithCredit",
  "profile.cancelEmailChange",
  "profile.get",
  "profile.officeViews",
  "profile.resendOptIn",
  "profile.update",
  "profile.warnings",
  "users.stopImpersonating",
];
const files = [
  "GET /api/sales-report/export",
  "GET /office/accounting-documents.xlsx",
  "GET /office/archives/:id",
  "GET /office/commission-register",
  "GET /office/owed.xlsx",
  "GET /payouts/:id/tax-credit-note.pdf",
  "GET /payouts/:id/tax-invoice.pdf",
  "GET /statements/:memberId/:month/statement.json",
  "GET /statements/:memberId/:month/statement.pdf",
  "GET /statements/:memberId/tax/:year/tax-pack.csv",
  "GET /statements/:memberId/tax/:year/tax-pack.pdf",
];
const ownRoutes = [
  "POST /api/purchase/cancel/:orderId",
  "POST /api/purchase/pay-with-credit",
  "POST /api/the-courier-guy/update-quote",
  "POST /api/uk-courier/update-quote",
];

const open = [...read, ...done, ...own];
const closed = Object.entries(permissions)
  .filter(([name, { who }]) => who !== "anyone" && !open.includes(name))
  .map(([name]) => name);
const closedRoutes = Object.entries(restPermissions)
  .filter(
    ([name, who]) =>
      who !== "anyone" && who !== "signed" && ![...files, ...ownRoutes].includes(name),
  )
  .map(([name]) => name);
const who = { role: "accountant", level: null, school: false, developer: false } as const;

describe("an accountant", () => {
  // shows T304
  test("has a list of what is open, which is all that the tables open", () => {
    const opened = Object.entries(permissions).filter(
      ([, row]) => row.who !== "anyone" && allows(row.who, who),
    );
    expect(opened.map(([name]) => name).toSorted()).toEqual(open.toSorted());
    const routes = Object.entries(restPermissions).filter(
      ([, each]) => each !== "anyone" && each !== "signed" && allows(each, who),
    );
    expect(routes.map(([name]) => name).toSorted()).toEqual([...files, ...ownRoutes].toSorted());
    expect(closed.length).toBeGreaterThan(120);
  });

  test("changes nothing by what is for reading", () => {
    const types = Object.fromEntries(
      Object.entries(appRouter._def.procedures).map(([name, procedure]) => [
        name,
        typeOf(procedure),
      ]),
    );
    expect(read.filter((name) => types[name] !== "query")).toEqual([]);
  });

  // shows T304
  test("is refused by every procedure that is not on the list, and changes nothing anywhere", async ({
    shop,
    accountant,
    changes,
    superuser,
  }) => {
    const before = await tableContents(superuser);
    const api = await shop.as(accountant);
    for (const name of closed)
      expect([name, await refusalOf(api, name, inputOf(changes, name))]).toEqual([
        name,
        "access.forbidden",
      ]);
    expect(await tableContents(superuser)).toEqual(before);
  });

  // shows T304
  test("is refused by every route that is not on the list", async ({ shop, accountant }) => {
    const headers = await bearer(shop, accountant);
    expect(closedRoutes.length).toBeGreaterThan(20);
    for (const route of closedRoutes) {
      const [method = "", url = ""] = route.split(" ");
      const { statusCode } = await shop.app.inject({
        method: z.enum(["GET", "POST", "PUT", "DELETE"]).parse(method),
        url: url.replaceAll(/:\w+/g, "1"),
        headers,
      });
      expect([route, statusCode]).toEqual([route, 403]);
    }
  });

  test("is let in by each procedure and file of the list", async ({ shop, accountant }) => {
    const api = await shop.as(accountant);
    for (const name of [...read, ...done])
      expect([name, await refusalOf(api, name, undefined)]).not.toEqual([name, "access.forbidden"]);
    const headers = await bearer(shop, accountant);
    for (const route of files) {
      const url = (route.split(" ")[1] ?? "").replaceAll(/:\w+/g, "1");
      const { statusCode } = await shop.app.inject({ url, headers });
      expect([route, [401, 403].includes(statusCode)]).toEqual([route, false]);
    }
  });
});

function typeOf(procedure: object): string {
  return z.object({ type: z.string() }).parse(Reflect.get(procedure, "_def")).type;
}

/** What an admin could send. */
function inputOf(changes: object, procedure: string): unknown {
  const [router = "", name = ""] = procedure.split(".");
  const ofRouter: unknown = Reflect.get(changes, router);
  return typeof ofRouter === "object" && ofRouter !== null
    ? Reflect.get(ofRouter, name)
    : undefined;
}

async function refusalOf(api: object, procedure: string, input: unknown): Promise<string | null> {
  const [router = "", name = ""] = procedure.split(".");
  try {
    await Reflect.get(Reflect.get(api, router), name)(input);
    return null;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return error.cause instanceof DomainError ? error.cause.code : error.code;
  }
}

async function bearer({ deps }: TestShop, userId: number) {
  const { token } = await deps.sessions.start({ userId, device: "", withPassword: true });
  return { authorization: `Bearer ${token}` };
}
