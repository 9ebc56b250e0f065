import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Procedure, permissions } from "@portal/shared/platform/permissions.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { z } from "zod";
import { anAccountant } from "../../testing/an-accountant.ts";
import { test as shopTest } from "../../testing/shop-test.ts";
import { appRouter } from "../../app-router.ts";

const test = shopTest.extend("accountant", { scope: "file" }, ({ shop }) => anAccountant(shop));

const everyRole = {
  guest: null,
  customer: "kim",
  "distributor 1": "anna",
  "distributor 2": "ben",
  "distributor 3": "cara",
  school: "skye",
  stockist: "sam",
  admin: "admin",
  developer: "dev",
} as const;

const everybody = [...Object.keys(everyRole), "accountant"];
const signedIn = everybody.filter((role) => role !== "guest");
const office = ["admin", "developer"];
const bookReaders = [...office, "accountant"];
const distributors = ["distributor 1", "distributor 2", "distributor 3", "school"];
const recruiters = [...distributors, ...office];

/** Written out a second time on purpose: a slip in the table of permissions has to differ from this. */
const mayCall: Record<Procedure, readonly string[]> = {
  "auth.login": everybody,
  "auth.logout": everybody,
  "auth.me": everybody,
  "auth.requestCode": everybody,
  "auth.forgotPassword": everybody,
  "auth.signUp1": everybody,
  "auth.signUp2": everybody,
  "auth.getCustomerByUUID": everybody,
  "auth.confirmEmail": everybody,
  "auth.askForHandOver": everybody,
  "auth.takeHandOver": everybody,
  "auth.undoContactChange": everybody,
  "auth.updatePassword": signedIn,
  "auth.confirmPassword": signedIn,
  "auth.handOver": signedIn,
  "auth.sessions": signedIn,
  "auth.endSession": signedIn,
  "auth.endOtherSessions": signedIn,
  "auth.comeBack": everybody,
  "factors.openLink": everybody,
  "factors.proposeNew": everybody,
  "factors.state": signedIn,
  "factors.passkeyOptions": signedIn,
  "factors.pass": signedIn,
  "factors.askForLink": signedIn,
  "factors.beginPasskey": signedIn,
  "factors.addPasskey": signedIn,
  "factors.beginCodes": signedIn,
  "factors.addCodes": signedIn,
  "factors.remove": signedIn,
  "factors.renewRecoveryCodes": signedIn,
  "profile.get": signedIn,
  "profile.update": signedIn,
  "profile.resendOptIn": signedIn,
  "profile.cancelEmailChange": signedIn,
  "profile.officeViews": signedIn,
  "profile.warnings": signedIn,
  "phones.check": everybody,
  "settings.public": everybody,
  "settings.get": office,
  "settings.save": office,
  "settings.stockists": recruiters,
  "proposals.list": office,
  "proposals.sign": office,
  "proposals.confirm": office,
  "proposals.decline": office,
  "proposals.withdraw": office,
  "proposals.byLink": everybody,
  "proposals.declineByLink": everybody,
  "contact.submit": everybody,
  "contact.list": office,
  "catalog.products": everybody,
  "catalog.quote": everybody,
  "addresses.list": everybody,
  "addresses.save": everybody,
  "addresses.delete": everybody,
  "places.byPostCode": everybody,
  "places.byName": everybody,
  "places.ukByPostcode": everybody,
  "orders.save": everybody,
  "orders.byUuid": everybody,
  "orders.checkPaid": everybody,
  "orders.paymentForm": everybody,
  "orders.mailEftDetails": everybody,
  "orders.detail": everybody,
  "orders.via": everybody,
  "orders.sellers": office,
  "orders.reassignMany": office,
  "orders.creditFor": signedIn,
  "orders.payWithCredit": signedIn,
  "orders.mine": signedIn,
  "orders.cancel": signedIn,
  "orders.list": office,
  "orders.counts": office,
  "orders.recordEft": office,
  "orders.undoPayment": office,
  "orders.refund": office,
  "orders.reassign": office,
  "orders.recipient": office,
  "orders.correctRecipient": office,
  "orders.readyToCollect": office,
  "courier.requestQuote": everybody,
  "courier.forOrder": office,
  "courier.updateQuote": office,
  "courier.ukUpdateQuote": office,
  "courier.quoteToCollection": office,
  "courier.createShipment": office,
  "courier.recordPosting": office,
  "courier.cancelShipment": office,
  "courier.waybillUrl": office,
  "notifications.list": office,
  "notifications.byId": office,
  "notifications.replay": office,
  "notifications.handle": office,
  "commissionPlan.list": office,
  "commissionPlan.simulate": office,
  "commissionPlan.simulation": office,
  "commissionPlan.simulatedMembers": office,
  "commissionPlan.publish": office,
  "commissionPlan.withdraw": office,
  "commissions.explain": office,
  "cardMatch.list": bookReaders,
  "cardMatch.files": office,
  "cardMatch.ignore": office,
  "cardMatch.reopen": office,
  "cardMatch.bookFees": office,
  "cardMatch.unbookFee": office,
  "bankLines.list": bookReaders,
  "bankLines.use": office,
  "bankLines.ignore": office,
  "bankLines.reopen": office,
  "bankLines.undo": office,
  "bankLines.forgetColumns": office,
  "bankDebits.list": bookReaders,
  "bankDebits.explain": office,
  "bankDebits.acceptRules": office,
  "bankDebits.reopen": office,
  "bankDebits.addRule": office,
  "bankDebits.removeRule": office,
  "wallet.mine": recruiters,
  "wallet.entries": recruiters,
  "wallet.payouts": recruiters,
  "wallet.statement": [...recruiters, "accountant"],
  "statements.months": [...recruiters, "accountant"],
  "statements.balanceOn": office,
  "statements.closings": bookReaders,
  "books.journals": bookReaders,
  "books.entries": bookReaders,
  "books.files": bookReaders,
  "books.trialBalance": bookReaders,
  "books.postedBalance": bookReaders,
  "books.bankReconciliation": bookReaders,
  "books.bankFiles": bookReaders,
  "books.vat": bookReaders,
  "books.vatDocuments": bookReaders,
  "owed.orders": bookReaders,
  "owed.members": bookReaders,
  "owed.credit": bookReaders,
  "owed.remindable": office,
  "owed.remind": office,
  "owed.stopReminders": everybody,
  "books.vatFiles": bookReaders,
  "books.documents": bookReaders,
  "books.unusedNumbers": bookReaders,
  "books.documentFiles": bookReaders,
  "archives.list": bookReaders,
  "archives.begin": bookReaders,
  "monthEnd.get": bookReaders,
  "monthEnd.runs": bookReaders,
  "monthEnd.reconcile": office,
  "monthEnd.rebuild": office,
  "statements.close": office,
  "statements.cents": bookReaders,
  "statements.register": bookReaders,
  "wallet.requestPayout": distributors,
  "wallet.months": distributors,
  "wallet.levelOneCommission": ["distributor 1"],
  "wallet.convertToCredit": distributors,
  "wallet.askAboutEntry": distributors,
  "wallet.questions": office,
  "wallet.answerQuestion": office,
  "wallet.stockistCard": [...recruiters, "stockist"],
  "withholding.rates": office,
  "withholding.saveRate": office,
  "taxDetails.get": distributors,
  "taxDetails.save": distributors,
  "taxDetails.ofUser": office,
  "bankDetails.get": distributors,
  "bankDetails.save": distributors,
  "bankDetails.getForAdmin": office,
  "payouts.list": bookReaders,
  "payouts.markAsPaid": office,
  "payouts.correct": office,
  "payouts.reject": office,
  "payouts.breakdown": bookReaders,
  "payouts.log": office,
  "payouts.approve": office,
  "payouts.limit": office,
  "payouts.requesters": ["developer"],
  "payouts.requestsOf": ["developer"],
  "payouts.planRequests": ["developer"],
  "payouts.saveRequests": ["developer"],
  "payoutBatches.list": office,
  "payoutBatches.byId": office,
  "payoutBatches.make": office,
  "payoutBatches.file": office,
  "payoutBatches.pay": office,
  "payoutBatches.cancel": office,
  "users.list": recruiters,
  "users.byId": recruiters,
  "users.byEmail": recruiters,
  "users.create": recruiters,
  "users.update": office,
  "users.lock": office,
  "users.delete": office,
  "users.restore": office,
  "users.leave": office,
  "users.erase": office,
  "users.eraseGuest": office,
  "users.moneyDue": office,
  "users.resendOptIn": recruiters,
  "users.resendToMany": office,
  "users.convertToDistributor": ["distributor 1", "distributor 2", "school", ...office],
  "users.convertToStockist": recruiters,
  "users.targets": recruiters,
  "users.invite": distributors,
  "users.invitation": everybody,
  "users.acceptInvitation": everybody,
  "users.declineInvitation": everybody,
  "users.moveDistributor": office,
  "users.moveStockist": office,
  "users.uplift": office,
  "users.impersonate": office,
  "users.stopImpersonating": signedIn,
  "people.get": office,
  "people.recipients": office,
  "people.sessions": office,
  "people.endSession": office,
  "people.addNote": office,
  "network.tree": recruiters,
  "network.levels": recruiters,
  "network.activity": recruiters,
  "network.termsHistory": recruiters,
  "network.preview": recruiters,
  "products.list": office,
  "products.byId": office,
  "products.save": office,
  "products.delete": office,
  "products.tellWhenBack": everybody,
  "content.get": everybody,
  "content.list": everybody,
  "content.set": office,
  "content.versions": office,
  "emailCopy.list": office,
  "emailCopy.get": office,
  "emailCopy.save": office,
  "emailCopy.restore": office,
  "emailCopy.preview": office,
  "emailCopy.sendTest": office,
  "testimonials.shown": everybody,
  "testimonials.list": office,
  "testimonials.byId": office,
  "testimonials.save": office,
  "testimonials.delete": office,
  "uploads.list": [...recruiters, "stockist"],
  "uploads.update": office,
  "uploads.delete": office,
  "uploads.move": office,
  "uploads.removeCaptions": office,
  "uploads.logAccess": [...recruiters, "stockist"],
  "uploads.accessLog": office,
  "audit.list": office,
  "reports.activity": office,
  "reports.sales": bookReaders,
  "reports.salesGraph": bookReaders,
  "events.live": signedIn,
  "dashboard.get": office,
  "dashboard.work": office,
  "ledgerHealth.get": office,
  "ledgerHealth.payoutStops": office,
  "ledgerHealth.checkNow": office,
  "system.logs": office,
  "system.sentEmails": office,
  "system.sentEmail": office,
  "system.resendEmail": office,
};

const namedSchema = z.object({ meta: z.object({ name: z.string() }) });

describe("the permissions", () => {
  // shows R21, S6.1, T27
  test("name every procedure, and no others", () => {
    expect(Object.keys(permissions).toSorted()).toEqual(
      Object.keys(appRouter._def.procedures).toSorted(),
    );
  });

  test("are read by each procedure from the row of its own name", () => {
    const names = Object.values(appRouter._def.procedures).map(
      (procedure) => namedSchema.parse(Reflect.get(procedure, "_def")).meta.name,
    );
    expect(names).toEqual(Object.keys(appRouter._def.procedures));
  });

  test.for(Object.entries(mayCall))(
    "%s is open to its roles only",
    async ([name, open], { shop, accountant }) => {
      const ids = Object.entries(everyRole).map(
        ([role, person]) => [role, person === null ? null : shop.people[person]] as const,
      );
      for (const [role, userId] of [...ids, ["accountant", accountant] as const]) {
        const refusal = await refusalOf(await shop.as(userId), name);
        const expected = open.includes(role)
          ? null
          : role === "guest"
            ? "UNAUTHORIZED"
            : "FORBIDDEN";
        expect(refusal, `${role} calling ${name}`).toBe(expected);
      }
    },
  );
});

/** Without input: whoever is let in is told so, or gets the answer; whoever is not, is refused before. */
async function refusalOf(api: object, procedure: string): Promise<string | null> {
  const [router = "", name = ""] = procedure.split(".");
  try {
    await Reflect.get(Reflect.get(api, router), name)();
    return null;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const reason = error.cause instanceof DomainError ? error.cause.code : null;
    const isGate = reason === "access.sign-in-required" || reason === "access.forbidden";
    return isGate ? error.code : null;
  }
}
