import type { Audience, Permission, Row, Who } from "./permission-rows.ts";

const anyone = { who: "anyone" } as const;
const begun = { who: "begun" } as const;
const signedIn = { who: "signed-in" } as const;
const admins = { who: ["admin"] } as const;
/** Reading what books are kept from; nothing that changes anything, but for the files of a period (docs/decisions.md, 84). */
const bookReaders = { who: ["admin", "accountant"] } as const;
/** Admins with the developer flag; the flag alone opens none of these. */
const developers = { who: ["developer"] } as const;
/** Only distributors earn commission (docs/decisions.md, 1). */
const earners = { who: ["distributor"] } as const;
/** Members read their own wallet, the office any. */
const walletReaders = { who: ["admin", "distributor"] } as const;
/** Statements: members read their own, office and accountants any. */
const statementReaders = { who: ["admin", "accountant", "distributor"] } as const;
/** May bring people into the network; the action restricts what a level 3 may add. */
const recruiters = { who: ["admin", "distributor"] } as const;
const portalUsers = { who: ["admin", "distributor", "stockist"] } as const;

/**
 * One table for the server's procedures and the client's navigation: all that is said of a procedure, besides what it takes and
 * does (`procedure` in server/src/platform/http/trpc.ts reads the row). A procedure that is not listed is refused; access
 * to a single order, address or member is checked where it is loaded.
 */
export const permissions = {
  "auth.login": anyone,
  "auth.logout": { ...anyone, whileImpersonating: true },
  "auth.me": anyone,
  "auth.requestCode": anyone,
  "auth.forgotPassword": anyone,
  "auth.signUp1": anyone,
  "auth.signUp2": anyone,
  "auth.getCustomerByUUID": anyone,
  "auth.confirmEmail": anyone,
  "auth.undoContactChange": anyone,
  "auth.updatePassword": { ...signedIn, sends: "one" },
  "auth.confirmPassword": signedIn,
  "auth.askForHandOver": anyone,
  "auth.handOver": begun,
  "auth.takeHandOver": anyone,
  "auth.sessions": signedIn,
  "auth.endSession": signedIn,
  "auth.endOtherSessions": signedIn,
  /** Authorized by a mailed link and the password. */
  "auth.comeBack": anyone,
  "factors.openLink": anyone,
  "factors.proposeNew": anyone,
  "factors.state": begun,
  "factors.passkeyOptions": begun,
  "factors.pass": begun,
  "factors.askForLink": begun,
  "factors.beginPasskey": begun,
  "factors.addPasskey": begun,
  "factors.beginCodes": begun,
  "factors.addCodes": begun,
  "factors.remove": signedIn,
  "factors.renewRecoveryCodes": signedIn,
  "profile.get": signedIn,
  "profile.update": { ...signedIn, sends: "one", bySms: true },
  "profile.resendOptIn": { ...signedIn, sends: "one" },
  "profile.cancelEmailChange": signedIn,
  "profile.officeViews": signedIn,
  "profile.warnings": signedIn,
  "phones.check": { ...anyone, whileImpersonating: true },
  "settings.public": anyone,
  "settings.get": admins,
  "settings.save": { ...admins, confirm: "recent" },
  "settings.stockists": recruiters,
  "contact.submit": { ...anyone, sends: "one" },
  "contact.list": admins,
  "catalog.products": anyone,
  "catalog.quote": anyone,
  "addresses.list": anyone,
  "addresses.save": { ...anyone, whileImpersonating: true },
  "addresses.delete": { ...anyone, whileImpersonating: true },
  "places.byPostCode": anyone,
  "places.byName": anyone,
  "places.ukByPostcode": anyone,
  "orders.save": { ...anyone, whileImpersonating: true },
  "orders.byUuid": anyone,
  "orders.checkPaid": anyone,
  "orders.paymentForm": anyone,
  "orders.mailEftDetails": { ...anyone, sends: "one" },
  "orders.detail": anyone,
  "orders.via": anyone,
  "orders.sellers": admins,
  "orders.reassignMany": { ...admins, confirm: "recent" },
  "orders.creditFor": signedIn,
  "orders.payWithCredit": signedIn,
  "orders.mine": signedIn,
  "orders.cancel": { ...signedIn, sends: "one" },
  "orders.list": admins,
  "orders.counts": admins,
  "orders.recordEft": { ...admins, confirm: "recent", sends: "one" },
  "orders.undoPayment": { ...admins, confirm: "recent" },
  "orders.refund": { ...admins, confirm: "recent", sends: "one" },
  "orders.reassign": { ...admins, confirm: "recent" },
  "orders.recipient": admins,
  "orders.correctRecipient": { ...admins, sends: "one" },
  "orders.readyToCollect": { ...admins, sends: "one", bySms: true },
  "courier.requestQuote": anyone,
  "courier.forOrder": admins,
  "courier.updateQuote": admins,
  "courier.ukUpdateQuote": admins,
  "courier.quoteToCollection": admins,
  "courier.createShipment": { ...admins, sends: "one" },
  "courier.recordPosting": admins,
  "courier.cancelShipment": admins,
  "courier.waybillUrl": admins,
  "notifications.list": admins,
  "notifications.byId": admins,
  "notifications.replay": admins,
  "notifications.handle": { ...admins, confirm: "recent" },
  "commissionPlan.list": admins,
  "commissionPlan.simulate": admins,
  "commissionPlan.simulation": admins,
  "commissionPlan.simulatedMembers": admins,
  "commissionPlan.publish": { ...admins, confirm: "recent" },
  "commissionPlan.withdraw": { ...admins, confirm: "recent" },
  "commissions.explain": admins,
  "cardMatch.list": bookReaders,
  "cardMatch.files": admins,
  "cardMatch.ignore": { ...admins, confirm: "recent" },
  "cardMatch.reopen": admins,
  "differences.accept": { ...admins, confirm: "recent" },
  "differences.reopen": admins,
  "cardMatch.explain": { ...admins, confirm: "recent" },
  "cardMatch.reopenLine": admins,
  "cardMatch.bookFees": admins,
  "cardMatch.unbookFee": admins,
  "bankLines.list": bookReaders,
  "bankLines.use": { ...admins, confirm: "recent", sends: "eachOrder" },
  "bankLines.ignore": admins,
  "bankLines.reopen": admins,
  "bankLines.undo": { ...admins, confirm: "recent" },
  "bankLines.forgetColumns": admins,
  "bankDebits.list": bookReaders,
  "bankDebits.explain": admins,
  "bankDebits.acceptRules": admins,
  "bankDebits.reopen": admins,
  "bankDebits.addRule": admins,
  "bankDebits.removeRule": admins,
  /** The caller's own or, for the office, any member's (read only). */
  "wallet.mine": walletReaders,
  "wallet.entries": walletReaders,
  "wallet.payouts": walletReaders,
  "wallet.statement": statementReaders,
  "statements.months": statementReaders,
  "statements.balanceOn": admins,
  "statements.closings": bookReaders,
  "statements.close": { ...admins, confirm: "recent" },
  "statements.cents": bookReaders,
  "statements.register": bookReaders,
  "books.journals": bookReaders,
  "books.entries": bookReaders,
  "books.files": bookReaders,
  "books.trialBalance": bookReaders,
  "books.postedBalance": bookReaders,
  "books.accountEntries": bookReaders,
  "books.income": bookReaders,
  "books.balanceFiles": bookReaders,
  "books.bankReconciliation": bookReaders,
  "books.bankFiles": bookReaders,
  "books.cardReconciliation": bookReaders,
  "books.cardFiles": bookReaders,
  "books.vat": bookReaders,
  "books.vatDocuments": bookReaders,
  "owed.orders": bookReaders,
  "owed.members": bookReaders,
  "owed.credit": bookReaders,
  "owed.remindable": admins,
  /** Charged to the account in the action, which knows how many there are. */
  "owed.remind": admins,
  /** Authorized by the secret of a mailed link. */
  "owed.stopReminders": anyone,
  "books.vatFiles": bookReaders,
  "books.vatRoundings": bookReaders,
  "books.bookRounding": admins,
  "books.takeBackRounding": admins,
  "books.openingBalances": bookReaders,
  "books.bookOpening": { ...admins, confirm: "recent" },
  "books.takeBackOpening": admins,
  "books.documents": bookReaders,
  "books.unusedNumbers": bookReaders,
  "books.selfBilled": bookReaders,
  "books.documentFiles": bookReaders,
  "archives.list": bookReaders,
  "archives.begin": { ...bookReaders, confirm: "recent" },
  "monthEnd.get": bookReaders,
  "monthEnd.runs": bookReaders,
  "monthEnd.reconcile": admins,
  "monthEnd.rebuild": { ...admins, confirm: "recent" },
  "wallet.requestPayout": { ...earners, sends: "one" },
  "wallet.months": earners,
  "wallet.levelOneCommission": { who: ["distributor-1"] },
  "wallet.convertToCredit": earners,
  "wallet.askAboutEntry": { ...earners, sends: "one" },
  "wallet.questions": admins,
  "wallet.answerQuestion": { ...admins, sends: "one" },
  "wallet.owing": admins,
  "wallet.repay": { ...admins, confirm: "recent", sends: "one" },
  /** The caller's own, of members below or, for the office, any member's (docs/decisions.md, 1). */
  "wallet.stockistCard": portalUsers,
  "withholding.rates": admins,
  "withholding.saveRate": { ...admins, confirm: "recent", sends: "one" },
  "taxDetails.get": earners,
  "taxDetails.save": { ...earners, confirm: "recent" },
  "taxDetails.ofUser": admins,
  "taxDetails.saveSelfBilling": { ...admins, confirm: "recent" },
  "taxDetails.endSelfBilling": { ...admins, confirm: "recent" },
  "bankDetails.get": earners,
  "bankDetails.save": { ...earners, confirm: "recent", sends: "one" },
  "bankDetails.getForAdmin": admins,
  "proposals.list": admins,
  "proposals.sign": admins,
  "proposals.confirm": { ...admins, confirm: "recent" },
  "proposals.decline": admins,
  "proposals.withdraw": admins,
  /** Authorized by the emailed link, signed in or not. */
  "proposals.byLink": anyone,
  "proposals.declineByLink": anyone,
  "payouts.list": bookReaders,
  "payouts.markAsPaid": { ...admins, confirm: "recent", sends: "one" },
  "payouts.correct": { ...admins, confirm: "recent" },
  "payouts.creditTaxInvoice": { ...admins, confirm: "recent" },
  "payouts.returns": admins,
  "payouts.return": { ...admins, confirm: "recent", sends: "one" },
  "payouts.reject": { ...admins, confirm: "recent", sends: "one" },
  "payouts.breakdown": bookReaders,
  "payouts.log": admins,
  "payouts.approve": { ...admins, confirm: "recent" },
  "payouts.limit": admins,
  "payouts.requesters": developers,
  "payouts.requestsOf": developers,
  "payouts.planRequests": developers,
  "payouts.saveRequests": { ...developers, confirm: "recent", sends: "one" },
  "payoutBatches.list": admins,
  "payoutBatches.byId": admins,
  "payoutBatches.make": { ...admins, confirm: "recent" },
  "payoutBatches.file": { ...admins, confirm: "recent" },
  "payoutBatches.pay": { ...admins, confirm: "recent", sends: "eachPayee" },
  "payoutBatches.cancel": { ...admins, confirm: "recent" },
  "users.list": recruiters,
  "users.byId": recruiters,
  "users.byEmail": recruiters,
  "users.create": { ...recruiters, sends: "one", bySms: true },
  "users.update": { ...admins, sends: "one", bySms: true },
  "users.lock": { ...admins, confirm: "recent" },
  "users.delete": { ...admins, confirm: "recent", sends: "one" },
  "users.restore": { ...admins, confirm: "recent", sends: "one" },
  "users.leave": { ...admins, confirm: "recent", sends: "one" },
  "users.erase": { ...admins, confirm: "recent" },
  "users.eraseGuest": { ...admins, confirm: "recent" },
  "users.moneyDue": admins,
  "users.resendOptIn": { ...recruiters, sends: "one", bySms: true },
  "users.resendToMany": { ...admins, sends: "eachId", bySms: true },
  "users.convertToDistributor": {
    who: ["admin", "distributor-1", "distributor-2"],
    sends: "levels",
  },
  "users.convertToStockist": { ...recruiters, sends: "levels" },
  "users.invite": { who: ["distributor"], sends: "one" },
  /** Authorized by the emailed link, signed in or not. */
  "users.invitation": anyone,
  "users.acceptInvitation": { ...anyone, sends: "one" },
  "users.declineInvitation": anyone,
  "users.targets": recruiters,
  "users.moveDistributor": { ...admins, confirm: "recent", sends: "three" },
  "users.moveStockist": { ...admins, confirm: "recent", sends: "three" },
  "users.uplift": { ...admins, confirm: "recent", sends: "three" },
  "users.impersonate": { ...admins, confirm: "recent" },
  "users.stopImpersonating": { ...signedIn, whileImpersonating: true },
  "people.get": admins,
  "people.recipients": admins,
  "people.sessions": admins,
  "people.endSession": admins,
  "people.addNote": admins,
  "network.tree": recruiters,
  "network.levels": recruiters,
  "network.activity": recruiters,
  "network.termsHistory": recruiters,
  "network.preview": recruiters,
  "products.list": admins,
  "products.byId": admins,
  "products.save": { ...admins, sends: "one" },
  "products.delete": admins,
  "products.tellWhenBack": anyone,
  "testimonials.shown": anyone,
  "testimonials.list": admins,
  "testimonials.byId": admins,
  "testimonials.save": admins,
  "testimonials.delete": admins,
  "uploads.list": portalUsers,
  "uploads.update": admins,
  "uploads.delete": admins,
  "uploads.move": admins,
  "uploads.removeCaptions": admins,
  "uploads.logAccess": portalUsers,
  "uploads.accessLog": admins,
  "content.get": anyone,
  "content.list": anyone,
  "content.set": admins,
  "content.versions": admins,
  "emailCopy.list": admins,
  "emailCopy.get": admins,
  "emailCopy.save": admins,
  "emailCopy.restore": admins,
  "emailCopy.preview": admins,
  "emailCopy.sendTest": { ...admins, sends: "one" },
  "audit.list": admins,
  "reports.activity": admins,
  "reports.sales": bookReaders,
  "reports.salesGraph": bookReaders,
  "events.live": signedIn,
  "dashboard.get": admins,
  "dashboard.work": admins,
  "ledgerHealth.get": admins,
  "ledgerHealth.payoutStops": admins,
  "ledgerHealth.checkNow": admins,
  "system.logs": admins,
  "system.sentEmails": admins,
  "system.sentEmail": admins,
  "system.resendEmail": { ...admins, sends: "one" },
} as const satisfies Record<string, Row>;
export type Procedure = keyof typeof permissions;
/** The procedures that say `who` of their caller. */
export type ProcedureFor<Kind extends Permission> = {
  [Name in Procedure]: (typeof permissions)[Name]["who"] extends Kind ? Name : never;
}[Procedure];

/** @param hasBegun whether somebody who is not signed in has shown the password and lacks the second factor */
export function mayCall(procedure: string, who: Who | null, hasBegun = false): boolean {
  const row = rowOf(procedure);
  if (row === undefined) return false;
  return allows(row.who, who) || (row.who === "begun" && hasBegun);
}

/** Of a change; reading is not limited. */
export function mayChangeWhileImpersonating(procedure: string): boolean {
  return rowOf(procedure)?.whileImpersonating ?? false;
}

export function allows(permission: Permission, who: Who | null): boolean {
  if (permission === "anyone") return true;
  if (who === null) return false;
  if (permission === "signed-in" || permission === "begun") return true;
  return audiencesOf(who).some((one) => permission.includes(one));
}

export function needsSignIn(procedure: string): boolean {
  return rowOf(procedure)?.who !== "anyone";
}

function audiencesOf({ role, level, school, developer }: Who): Audience[] {
  return [
    role,
    ...(role === "distributor" && level !== null ? [`distributor-${level}` as const] : []),
    ...(school ? ["school" as const] : []),
    ...(role === "admin" && developer ? ["developer" as const] : []),
  ];
}

export function rowOf(procedure: string): Row | undefined {
  const known: Readonly<Record<string, Row>> = permissions;
  return Object.hasOwn(known, procedure) ? known[procedure] : undefined;
}
