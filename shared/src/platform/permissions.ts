import type { DistributorLevel, Role } from "./roles.ts";

/** A role, a distributor's level, the school flag, or the developer flag. */
export type Audience = Role | `distributor-${DistributorLevel}` | "school" | "developer";

/**
 * Anyone, whoever has begun to sign in, every signed-in user, or users in any of these audiences. Who still lacks the second
 * factor has begun and is not signed in.
 */
export type Permission = "anyone" | "begun" | "signed-in" | readonly Audience[];

/** The facts about a signed-in user that permissions depend on. */
export type Who = Readonly<{
  role: Role;
  level: DistributorLevel | null;
  school: boolean;
  developer: boolean;
}>;

const admins = ["admin"] as const;
/** The developer flag, regardless of the role. */
const developers = ["developer"] as const;
/** Only distributors earn commission (docs/decisions.md, 1). */
const earners = ["distributor"] as const;
/** May bring people into the network; the action restricts what a level 3 may add. */
const recruiters = ["admin", "distributor"] as const;

/**
 * One table for the server's procedures and the client's navigation. A procedure that is not listed is refused; access
 * to a single order, address or member is checked where it is loaded.
 */
export const permissions = {
  "auth.login": "anyone",
  "auth.logout": "anyone",
  "auth.me": "anyone",
  "auth.requestCode": "anyone",
  "auth.forgotPassword": "anyone",
  "auth.signUp1": "anyone",
  "auth.signUp2": "anyone",
  "auth.getCustomerByUUID": "anyone",
  "auth.confirmEmail": "anyone",
  "auth.undoContactChange": "anyone",
  "auth.updatePassword": "signed-in",
  "auth.confirmPassword": "signed-in",
  "auth.askForHandOver": "anyone",
  "auth.handOver": "begun",
  "auth.takeHandOver": "anyone",
  "auth.sessions": "signed-in",
  "auth.endSession": "signed-in",
  "auth.endOtherSessions": "signed-in",
  /** Authorized by a mailed link and the password. */
  "auth.comeBack": "anyone",
  "factors.openLink": "anyone",
  "factors.proposeNew": "anyone",
  "factors.state": "begun",
  "factors.passkeyOptions": "begun",
  "factors.pass": "begun",
  "factors.askForLink": "begun",
  "factors.beginPasskey": "begun",
  "factors.addPasskey": "begun",
  "factors.beginCodes": "begun",
  "factors.addCodes": "begun",
  "factors.remove": "signed-in",
  "factors.renewRecoveryCodes": "signed-in",
  "profile.get": "signed-in",
  "profile.update": "signed-in",
  "profile.resendOptIn": "signed-in",
  "profile.cancelEmailChange": "signed-in",
  "profile.officeViews": "signed-in",
  "profile.warnings": "signed-in",
  "phones.check": "anyone",
  "settings.public": "anyone",
  "settings.get": admins,
  "settings.save": admins,
  "settings.stockists": recruiters,
  "contact.submit": "anyone",
  "contact.list": admins,
  "catalog.products": "anyone",
  "catalog.quote": "anyone",
  "addresses.list": "anyone",
  "addresses.save": "anyone",
  "addresses.delete": "anyone",
  "places.byPostCode": "anyone",
  "places.byName": "anyone",
  "places.ukByPostcode": "anyone",
  "orders.save": "anyone",
  "orders.byUuid": "anyone",
  "orders.checkPaid": "anyone",
  "orders.paymentForm": "anyone",
  "orders.mailEftDetails": "anyone",
  "orders.detail": "anyone",
  "orders.via": "anyone",
  "orders.sellers": admins,
  "orders.reassignMany": admins,
  "orders.creditFor": "signed-in",
  "orders.payWithCredit": "signed-in",
  "orders.mine": "signed-in",
  "orders.cancel": "signed-in",
  "orders.list": admins,
  "orders.counts": admins,
  "orders.recordEft": admins,
  "orders.undoPayment": admins,
  "orders.refund": admins,
  "orders.reassign": admins,
  "orders.recipient": admins,
  "orders.correctRecipient": admins,
  "orders.readyToCollect": admins,
  "courier.requestQuote": "anyone",
  "courier.forOrder": admins,
  "courier.updateQuote": admins,
  "courier.ukUpdateQuote": admins,
  "courier.quoteToCollection": admins,
  "courier.createShipment": admins,
  "courier.recordPosting": admins,
  "courier.cancelShipment": admins,
  "courier.waybillUrl": admins,
  "notifications.list": admins,
  "notifications.byId": admins,
  "notifications.replay": admins,
  "notifications.handle": admins,
  "commissionPlan.list": admins,
  "commissionPlan.simulate": admins,
  "commissionPlan.simulation": admins,
  "commissionPlan.simulatedMembers": admins,
  "commissionPlan.publish": admins,
  "commissionPlan.withdraw": admins,
  "commissions.explain": admins,
  "cardMatch.list": admins,
  "cardMatch.files": admins,
  "cardMatch.ignore": admins,
  "cardMatch.reopen": admins,
  "bankLines.list": admins,
  "bankLines.use": admins,
  "bankLines.ignore": admins,
  "bankLines.reopen": admins,
  "bankLines.undo": admins,
  "bankLines.forgetColumns": admins,
  "bankDebits.list": admins,
  "bankDebits.explain": admins,
  "bankDebits.acceptRules": admins,
  "bankDebits.reopen": admins,
  "bankDebits.addRule": admins,
  "bankDebits.removeRule": admins,
  /** The caller's own or, for the office, any member's (read only). */
  "wallet.mine": [...admins, ...earners],
  "wallet.entries": [...admins, ...earners],
  "wallet.payouts": [...admins, ...earners],
  "wallet.statement": [...admins, ...earners],
  "statements.months": [...admins, ...earners],
  "statements.balanceOn": admins,
  "statements.closings": admins,
  "statements.close": admins,
  "statements.cents": admins,
  "monthEnd.get": admins,
  "monthEnd.runs": admins,
  "monthEnd.reconcile": admins,
  "monthEnd.rebuild": admins,
  "wallet.requestPayout": earners,
  "wallet.months": earners,
  "wallet.levelOneCommission": ["distributor-1"],
  "wallet.convertToCredit": earners,
  "wallet.askAboutEntry": earners,
  "wallet.questions": admins,
  "wallet.answerQuestion": admins,
  /** The caller's own, of members below or, for the office, any member's (docs/decisions.md, 1). */
  "wallet.stockistCard": ["admin", "distributor", "stockist"],
  "bankDetails.get": earners,
  "bankDetails.save": earners,
  "bankDetails.getForAdmin": admins,
  "proposals.list": admins,
  "proposals.sign": admins,
  "proposals.confirm": admins,
  "proposals.decline": admins,
  "proposals.withdraw": admins,
  /** Authorized by the emailed link, signed in or not. */
  "proposals.byLink": "anyone",
  "proposals.declineByLink": "anyone",
  "payouts.list": admins,
  "payouts.markAsPaid": admins,
  "payouts.correct": admins,
  "payouts.reject": admins,
  "payouts.breakdown": admins,
  "payouts.log": admins,
  "payouts.approve": admins,
  "payouts.limit": admins,
  "payouts.requesters": developers,
  "payouts.requestsOf": developers,
  "payouts.planRequests": developers,
  "payouts.saveRequests": developers,
  "payoutBatches.list": admins,
  "payoutBatches.byId": admins,
  "payoutBatches.make": admins,
  "payoutBatches.file": admins,
  "payoutBatches.pay": admins,
  "payoutBatches.cancel": admins,
  "users.list": recruiters,
  "users.byId": recruiters,
  "users.byEmail": recruiters,
  "users.create": recruiters,
  "users.update": admins,
  "users.lock": admins,
  "users.delete": admins,
  "users.restore": admins,
  "users.leave": admins,
  "users.erase": admins,
  "users.eraseGuest": admins,
  "users.moneyDue": admins,
  "users.resendOptIn": recruiters,
  "users.resendToMany": admins,
  "users.convertToDistributor": ["admin", "distributor-1", "distributor-2"],
  "users.convertToStockist": recruiters,
  "users.invite": ["distributor"],
  /** Authorized by the emailed link, signed in or not. */
  "users.invitation": "anyone",
  "users.acceptInvitation": "anyone",
  "users.declineInvitation": "anyone",
  "users.targets": recruiters,
  "users.moveDistributor": admins,
  "users.moveStockist": admins,
  "users.uplift": admins,
  "users.impersonate": admins,
  "users.stopImpersonating": "signed-in",
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
  "products.save": admins,
  "products.delete": admins,
  "products.tellWhenBack": "anyone",
  "testimonials.shown": "anyone",
  "testimonials.list": admins,
  "testimonials.byId": admins,
  "testimonials.save": admins,
  "testimonials.delete": admins,
  "uploads.list": ["admin", "distributor", "stockist"],
  "uploads.update": admins,
  "uploads.delete": admins,
  "uploads.move": admins,
  "uploads.removeCaptions": admins,
  "uploads.logAccess": ["admin", "distributor", "stockist"],
  "uploads.accessLog": admins,
  "content.get": "anyone",
  "content.list": "anyone",
  "content.set": admins,
  "content.versions": admins,
  "emailCopy.list": admins,
  "emailCopy.get": admins,
  "emailCopy.save": admins,
  "emailCopy.restore": admins,
  "emailCopy.preview": admins,
  "emailCopy.sendTest": admins,
  "audit.list": admins,
  "reports.activity": admins,
  "reports.sales": admins,
  "reports.salesGraph": admins,
  "events.live": "signed-in",
  "dashboard.get": admins,
  "dashboard.work": admins,
  "ledgerHealth.get": admins,
  "ledgerHealth.payoutStops": admins,
  "ledgerHealth.checkNow": admins,
  "system.logs": admins,
  "system.sentEmails": admins,
  "system.sentEmail": admins,
  "system.resendEmail": admins,
} as const satisfies Record<string, Permission>;
export type Procedure = keyof typeof permissions;

/** @param hasBegun whether somebody who is not signed in has shown the password and lacks the second factor */
export function mayCall(procedure: string, who: Who | null, hasBegun = false): boolean {
  const permission = permissionOf(procedure);
  if (permission === undefined) return false;
  return allows(permission, who) || (permission === "begun" && hasBegun);
}

export function allows(permission: Permission, who: Who | null): boolean {
  if (permission === "anyone") return true;
  if (who === null) return false;
  if (permission === "signed-in" || permission === "begun") return true;
  return audiencesOf(who).some((one) => permission.includes(one));
}

export function needsSignIn(procedure: string): boolean {
  return permissionOf(procedure) !== "anyone";
}

function audiencesOf({ role, level, school, developer }: Who): Audience[] {
  return [
    role,
    ...(role === "distributor" && level !== null ? [`distributor-${level}` as const] : []),
    ...(school ? ["school" as const] : []),
    ...(developer ? ["developer" as const] : []),
  ];
}

function permissionOf(procedure: string): Permission | undefined {
  const known: Readonly<Record<string, Permission>> = permissions;
  return Object.hasOwn(known, procedure) ? known[procedure] : undefined;
}
