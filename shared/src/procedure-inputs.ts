import type { z } from "zod";
import {
  askByEmailSchema,
  byEmailSchema,
  checkPhoneSchema,
  confirmPasswordSchema,
  linkRefSchema,
  loginSchema,
  profileSchema,
  sessionRefSchema,
  signUp1Schema,
  signUp2Schema,
  updatePasswordSchema,
} from "./people/accounts.ts";
import { deleteAddressSchema, listAddressesSchema, saveAddressSchema } from "./people/addresses.ts";
import { listLogsSchema } from "./platform/app-log.ts";
import { bankDetailsSchema } from "./people/bank-details.ts";
import {
  applyBankLineSchema,
  bankLineRefSchema,
  ignoreBankLineSchema,
  listBankLinesSchema,
} from "./sales/bank-lines.ts";
import { listCardMatchSchema } from "./sales/card-match.ts";
import {
  listSimulatedMembersSchema,
  publishPlanSchema,
  simulatePlanSchema,
  simulationRefSchema,
  withdrawPlanSchema,
} from "./network/commission-plan.ts";
import { listContactMessagesSchema, submitContactSchema } from "./office/contact.ts";
import { listSiteCopySchema, setSiteCopySchema, siteCopyRefSchema } from "./office/content.ts";
import {
  cancelShipmentSchema,
  createShipmentSchema,
  quoteToCollectionSchema,
  requestQuoteSchema,
  ukUpdateQuoteSchema,
  updateQuoteSchema,
} from "./sales/delivery/arrange-delivery.ts";
import { itemRefSchema, listItemsSchema } from "./platform/editing/editing.ts";
import { emailCopyRefSchema, emailCopySchema } from "./office/email-copy.ts";
import { eraseGuestSchema } from "./people/erase-guest.ts";
import { ofUserSchema, userRefSchema } from "./platform/ids.ts";
import { listMessagesSchema, messageRefSchema } from "./platform/messages.ts";
import {
  previewSchema,
  readActivitySchema,
  readLevelsSchema,
  readTreeSchema,
} from "./network/network-tree.ts";
import { listNotificationsSchema, notificationRefSchema } from "./sales/notifications.ts";
import { correctRecipientSchema, orderRecipientSchema } from "./sales/orders/correct-recipient.ts";
import {
  findSellersSchema,
  officeOrdersSchema,
  reassignManySchema,
} from "./sales/orders/order-desk.ts";
import {
  cancelOrderSchema,
  myOrdersSchema,
  orderRefSchema,
  payWithCreditSchema,
  quoteSchema,
  reassignOrderSchema,
  recordEftSchema,
  refundOrderSchema,
  saveOrderSchema,
} from "./sales/orders/save-order.ts";
import {
  listPayoutBatchesSchema,
  makePayoutBatchSchema,
  payPayoutBatchSchema,
  payoutBatchRefSchema,
  provePayoutBatchSchema,
} from "./money/payout-batches.ts";
import {
  payoutRequestsOfSchema,
  planRequestsSchema,
  saveRequestsSchema,
} from "./money/payout-requests.ts";
import {
  listPayoutsSchema,
  markPayoutAsPaidSchema,
  payoutRefSchema,
  rejectPayoutSchema,
} from "./money/payouts.ts";
import { byPlaceNameSchema, byPostCodeSchema, byUkPostcodeSchema } from "./people/places.ts";
import { saveProductSchema } from "./catalogue/products.ts";
import { proposalRefSchema } from "./platform/proposals.ts";
import { salesGraphSchema, salesReportSchema } from "./office/reports/sales-report.ts";
import { saveSettingsSchema } from "./catalogue/settings.ts";
import { closeMonthSchema, statementMonthsSchema, statementSchema } from "./money/statements.ts";
import { saveTestimonialSchema } from "./office/testimonials.ts";
import {
  accessLogSchema,
  listUploadsSchema,
  moveUploadSchema,
  updateUploadSchema,
  uploadRefSchema,
} from "./office/uploads.ts";
import { eraseUserSchema } from "./people/users/erase-user.ts";
import {
  acceptInvitationSchema,
  byInvitationSchema,
  inviteSchema,
} from "./people/users/invitations.ts";
import {
  changeUserSchema,
  convertToDistributorSchema,
  convertToStockistSchema,
  createUserSchema,
  impersonateSchema,
  moveMemberSchema,
  updateUserSchema,
} from "./people/users/user-forms.ts";
import {
  listActivitySchema,
  listAuditSchema,
  listTargetsSchema,
  listUsersSchema,
  resendManySchema,
} from "./people/users/user-list.ts";
import {
  answerEntryQuestionSchema,
  askAboutEntrySchema,
  convertToCreditSchema,
  listEntryQuestionsSchema,
  requestPayoutSchema,
  stockistCardSchema,
  walletEntriesSchema,
  walletPayoutsSchema,
} from "./money/wallet-entries.ts";
import type { permissions } from "./platform/permissions.ts";

/**
 * What each procedure takes, for whoever stands in for the server in a test. The routers name the same schemas, which
 * server/src/platform/http/procedure-inputs.test.ts compares; a procedure that is not here takes nothing.
 */
export const procedureInputs = {
  "auth.login": loginSchema,
  "auth.requestCode": askByEmailSchema,
  "auth.forgotPassword": askByEmailSchema,
  "auth.signUp1": signUp1Schema,
  "auth.signUp2": signUp2Schema,
  "auth.getCustomerByUUID": linkRefSchema,
  "auth.confirmEmail": linkRefSchema,
  "auth.updatePassword": updatePasswordSchema,
  "auth.confirmPassword": confirmPasswordSchema,
  "auth.endSession": sessionRefSchema,
  "profile.update": profileSchema,
  "phones.check": checkPhoneSchema,
  "settings.save": saveSettingsSchema,
  "contact.submit": submitContactSchema,
  "contact.list": listContactMessagesSchema,
  "catalog.quote": quoteSchema,
  "addresses.list": listAddressesSchema,
  "addresses.save": saveAddressSchema,
  "addresses.delete": deleteAddressSchema,
  "places.byPostCode": byPostCodeSchema,
  "places.byName": byPlaceNameSchema,
  "places.ukByPostcode": byUkPostcodeSchema,
  "orders.save": saveOrderSchema,
  "orders.byUuid": orderRefSchema,
  "orders.checkPaid": orderRefSchema,
  "orders.paymentForm": orderRefSchema,
  "orders.mailEftDetails": orderRefSchema,
  "orders.creditFor": orderRefSchema,
  "orders.payWithCredit": payWithCreditSchema,
  "orders.mine": myOrdersSchema,
  "orders.list": officeOrdersSchema,
  "orders.detail": orderRefSchema,
  "orders.sellers": findSellersSchema,
  "orders.cancel": cancelOrderSchema,
  "orders.recordEft": recordEftSchema,
  "orders.refund": refundOrderSchema,
  "orders.reassign": reassignOrderSchema,
  "orders.recipient": orderRecipientSchema,
  "orders.correctRecipient": correctRecipientSchema,
  "orders.reassignMany": reassignManySchema,
  "courier.requestQuote": requestQuoteSchema,
  "courier.forOrder": orderRefSchema,
  "courier.waybillUrl": orderRefSchema,
  "courier.updateQuote": updateQuoteSchema,
  "courier.ukUpdateQuote": ukUpdateQuoteSchema,
  "courier.quoteToCollection": quoteToCollectionSchema,
  "courier.createShipment": createShipmentSchema,
  "courier.cancelShipment": cancelShipmentSchema,
  "wallet.entries": walletEntriesSchema,
  "wallet.payouts": walletPayoutsSchema,
  "wallet.statement": statementSchema,
  "wallet.requestPayout": requestPayoutSchema,
  "wallet.convertToCredit": convertToCreditSchema,
  "wallet.askAboutEntry": askAboutEntrySchema,
  "wallet.questions": listEntryQuestionsSchema,
  "wallet.answerQuestion": answerEntryQuestionSchema,
  "wallet.stockistCard": stockistCardSchema,
  "bankDetails.save": bankDetailsSchema,
  "bankDetails.getForAdmin": ofUserSchema,
  "bankLines.list": listBankLinesSchema,
  "bankLines.use": applyBankLineSchema,
  "bankLines.ignore": ignoreBankLineSchema,
  "bankLines.reopen": bankLineRefSchema,
  "cardMatch.list": listCardMatchSchema,
  "commissions.explain": orderRefSchema,
  "commissionPlan.simulate": simulatePlanSchema,
  "commissionPlan.simulation": simulationRefSchema,
  "commissionPlan.simulatedMembers": listSimulatedMembersSchema,
  "commissionPlan.publish": publishPlanSchema,
  "commissionPlan.withdraw": withdrawPlanSchema,
  "notifications.list": listNotificationsSchema,
  "notifications.byId": notificationRefSchema,
  "notifications.replay": notificationRefSchema,
  "proposals.confirm": proposalRefSchema,
  "proposals.decline": proposalRefSchema,
  "payouts.list": listPayoutsSchema,
  "payouts.breakdown": payoutRefSchema,
  "payouts.log": payoutRefSchema,
  "payouts.markAsPaid": markPayoutAsPaidSchema,
  "payouts.reject": rejectPayoutSchema,
  "payouts.approve": payoutRefSchema,
  "payouts.requestsOf": payoutRequestsOfSchema,
  "payouts.planRequests": planRequestsSchema,
  "payouts.saveRequests": saveRequestsSchema,
  "payoutBatches.list": listPayoutBatchesSchema,
  "payoutBatches.byId": payoutBatchRefSchema,
  "payoutBatches.make": makePayoutBatchSchema,
  "payoutBatches.file": payoutBatchRefSchema,
  "payoutBatches.pay": payPayoutBatchSchema,
  "payoutBatches.cancel": payoutBatchRefSchema,
  "payoutBatches.prove": provePayoutBatchSchema,
  "statements.months": statementMonthsSchema,
  "statements.close": closeMonthSchema,
  "users.list": listUsersSchema,
  "users.byId": userRefSchema,
  "users.byEmail": byEmailSchema,
  "users.targets": listTargetsSchema,
  "users.create": createUserSchema,
  "users.update": updateUserSchema,
  "users.delete": changeUserSchema,
  "users.restore": changeUserSchema,
  "users.eraseGuest": eraseGuestSchema,
  "users.erase": eraseUserSchema,
  "users.moneyDue": userRefSchema,
  "users.resendOptIn": userRefSchema,
  "users.resendToMany": resendManySchema,
  "users.convertToDistributor": convertToDistributorSchema,
  "users.convertToStockist": convertToStockistSchema,
  "users.invite": inviteSchema,
  "users.invitation": byInvitationSchema,
  "users.acceptInvitation": acceptInvitationSchema,
  "users.declineInvitation": byInvitationSchema,
  "users.moveDistributor": moveMemberSchema,
  "users.moveStockist": moveMemberSchema,
  "users.uplift": changeUserSchema,
  "users.impersonate": impersonateSchema,
  "network.tree": readTreeSchema,
  "network.levels": readLevelsSchema,
  "network.activity": readActivitySchema,
  "network.termsHistory": ofUserSchema,
  "network.preview": previewSchema,
  "products.list": listItemsSchema,
  "products.byId": itemRefSchema,
  "products.save": saveProductSchema,
  "products.delete": itemRefSchema,
  "testimonials.list": listItemsSchema,
  "testimonials.byId": itemRefSchema,
  "testimonials.save": saveTestimonialSchema,
  "testimonials.delete": itemRefSchema,
  "content.get": siteCopyRefSchema,
  "content.list": listSiteCopySchema,
  "content.set": setSiteCopySchema,
  "content.versions": siteCopyRefSchema,
  "emailCopy.get": emailCopyRefSchema,
  "emailCopy.preview": emailCopySchema,
  "emailCopy.save": emailCopySchema,
  "emailCopy.restore": emailCopyRefSchema,
  "emailCopy.sendTest": emailCopySchema,
  "uploads.list": listUploadsSchema,
  "uploads.update": updateUploadSchema,
  "uploads.delete": uploadRefSchema,
  "uploads.move": moveUploadSchema,
  "uploads.removeCaptions": uploadRefSchema,
  "uploads.logAccess": uploadRefSchema,
  "uploads.accessLog": accessLogSchema,
  "audit.list": listAuditSchema,
  "reports.activity": listActivitySchema,
  "reports.sales": salesReportSchema,
  "reports.salesGraph": salesGraphSchema,
  "system.logs": listLogsSchema,
  "system.sentEmails": listMessagesSchema,
  "system.sentEmail": messageRefSchema,
  "system.resendEmail": messageRefSchema,
} as const satisfies Partial<Record<keyof typeof permissions, z.ZodType>>;
