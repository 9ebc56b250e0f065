import type { z } from "zod/mini";
import * as products from "./catalogue/products.ts";
import * as settings from "./catalogue/settings.ts";
import * as payouts from "./money/payouts.ts";
import * as statements from "./money/statements.ts";
import * as walletEntries from "./money/wallet-entries.ts";
import * as commissionPlan from "./network/commission-plan.ts";
import * as networkTree from "./network/network-tree.ts";
import * as contact from "./office/contact.ts";
import * as content from "./office/content.ts";
import * as dashboard from "./office/dashboard.ts";
import * as emailCopy from "./office/email-copy.ts";
import * as monthEnd from "./office/month-end.ts";
import * as salesReport from "./office/reports/sales-report.ts";
import * as testimonials from "./office/testimonials.ts";
import * as uploads from "./office/uploads.ts";
import * as accounts from "./people/accounts.ts";
import * as addresses from "./people/addresses.ts";
import * as bankDetails from "./people/bank-details.ts";
import * as eraseUser from "./people/users/erase-user.ts";
import * as person from "./people/users/person.ts";
import * as userForms from "./people/users/user-forms.ts";
import * as userList from "./people/users/user-list.ts";
import * as appLog from "./platform/app-log.ts";
import * as editing from "./platform/editing.ts";
import * as ids from "./platform/ids.ts";
import * as messages from "./platform/messages.ts";
import * as proposals from "./platform/proposals.ts";
import * as bankLines from "./sales/bank-lines.ts";
import * as cardMatch from "./sales/card-match.ts";
import * as arrangeDelivery from "./sales/delivery/arrange-delivery.ts";
import * as notifications from "./sales/notifications.ts";
import * as officeOrders from "./sales/orders/office-orders.ts";
import * as saveOrder from "./sales/orders/save-order.ts";
import type { permissions } from "./platform/permissions.ts";

/**
 * The input schema of each procedure; a procedure that is missing here has no input. The server refuses fields that the
 * schema does not know (server/src/platform/http/known-fields.ts), and tests that stub the server check what they are sent.
 * server/src/platform/http/procedure-inputs.test.ts verifies that the routers use the same schemas.
 */
export const procedureInputs = {
  "auth.login": accounts.loginSchema,
  "auth.requestCode": accounts.askForCodeSchema,
  "auth.forgotPassword": accounts.askByEmailSchema,
  "auth.signUp1": accounts.signUp1Schema,
  "auth.signUp2": accounts.signUp2Schema,
  "auth.getCustomerByUUID": accounts.linkRefSchema,
  "auth.confirmEmail": accounts.confirmEmailSchema,
  "auth.undoContactChange": accounts.linkRefSchema,
  "auth.updatePassword": accounts.updatePasswordSchema,
  "auth.confirmPassword": accounts.confirmPasswordSchema,
  "auth.handOver": accounts.handOverSchema,
  "auth.takeHandOver": accounts.takeHandOverSchema,
  "auth.endSession": accounts.sessionRefSchema,
  "profile.update": accounts.profileSchema,
  "phones.check": accounts.checkPhoneSchema,
  "settings.save": settings.saveSettingsSchema,
  "contact.submit": contact.submitContactSchema,
  "contact.list": contact.listContactMessagesSchema,
  "catalog.quote": saveOrder.quoteSchema,
  "addresses.list": addresses.listAddressesSchema,
  "addresses.save": addresses.saveAddressSchema,
  "addresses.delete": addresses.deleteAddressSchema,
  "places.byPostCode": addresses.byPostCodeSchema,
  "places.byName": addresses.byPlaceNameSchema,
  "places.ukByPostcode": addresses.byUkPostcodeSchema,
  "orders.save": saveOrder.saveOrderSchema,
  "orders.byUuid": saveOrder.orderRefSchema,
  "orders.checkPaid": saveOrder.orderRefSchema,
  "orders.paymentForm": saveOrder.orderRefSchema,
  "orders.mailEftDetails": saveOrder.orderRefSchema,
  "orders.creditFor": saveOrder.orderRefSchema,
  "orders.payWithCredit": saveOrder.payWithCreditSchema,
  "orders.mine": saveOrder.myOrdersSchema,
  "orders.list": officeOrders.officeOrdersSchema,
  "orders.detail": saveOrder.orderDetailSchema,
  "orders.sellers": officeOrders.findSellersSchema,
  "orders.cancel": saveOrder.cancelOrderSchema,
  "orders.recordEft": saveOrder.recordEftSchema,
  "orders.undoPayment": saveOrder.undoPaymentSchema,
  "orders.refund": saveOrder.refundOrderSchema,
  "orders.reassign": saveOrder.reassignOrderSchema,
  "orders.recipient": saveOrder.orderRecipientSchema,
  "orders.correctRecipient": saveOrder.correctRecipientSchema,
  "orders.readyToCollect": saveOrder.readyToCollectSchema,
  "orders.reassignMany": officeOrders.reassignManySchema,
  "courier.requestQuote": arrangeDelivery.requestQuoteSchema,
  "courier.forOrder": saveOrder.orderRefSchema,
  "courier.waybillUrl": saveOrder.orderRefSchema,
  "courier.updateQuote": arrangeDelivery.updateQuoteSchema,
  "courier.ukUpdateQuote": arrangeDelivery.ukUpdateQuoteSchema,
  "courier.quoteToCollection": arrangeDelivery.quoteToCollectionSchema,
  "courier.createShipment": arrangeDelivery.createShipmentSchema,
  "courier.recordPosting": arrangeDelivery.recordPostingSchema,
  "courier.cancelShipment": arrangeDelivery.cancelShipmentSchema,
  "wallet.mine": walletEntries.walletRefSchema,
  "wallet.entries": walletEntries.walletEntriesSchema,
  "wallet.payouts": walletEntries.walletPayoutsSchema,
  "wallet.statement": statements.statementSchema,
  "wallet.requestPayout": walletEntries.requestPayoutSchema,
  "wallet.convertToCredit": walletEntries.convertToCreditSchema,
  "wallet.askAboutEntry": walletEntries.askAboutEntrySchema,
  "wallet.questions": walletEntries.listEntryQuestionsSchema,
  "wallet.answerQuestion": walletEntries.answerEntryQuestionSchema,
  "wallet.stockistCard": walletEntries.stockistCardSchema,
  "bankDetails.save": bankDetails.bankDetailsSchema,
  "bankDetails.getForAdmin": ids.ofUserSchema,
  "bankLines.list": bankLines.listBankLinesSchema,
  "bankLines.use": bankLines.applyBankLineSchema,
  "bankLines.ignore": bankLines.ignoreBankLineSchema,
  "bankLines.reopen": bankLines.bankLineRefSchema,
  "bankLines.undo": bankLines.undoBankLineSchema,
  "cardMatch.list": cardMatch.listCardMatchSchema,
  "cardMatch.ignore": cardMatch.ignoreCardExceptionSchema,
  "cardMatch.reopen": cardMatch.reopenCardExceptionSchema,
  "commissions.explain": saveOrder.orderRefSchema,
  "commissionPlan.simulate": commissionPlan.simulatePlanSchema,
  "commissionPlan.simulation": commissionPlan.simulationRefSchema,
  "commissionPlan.simulatedMembers": commissionPlan.listSimulatedMembersSchema,
  "commissionPlan.publish": commissionPlan.publishPlanSchema,
  "commissionPlan.withdraw": commissionPlan.withdrawPlanSchema,
  "notifications.list": notifications.listNotificationsSchema,
  "notifications.byId": notifications.notificationRefSchema,
  "notifications.replay": notifications.notificationRefSchema,
  "notifications.handle": notifications.handleNotificationSchema,
  "proposals.confirm": proposals.proposalRefSchema,
  "proposals.decline": proposals.proposalRefSchema,
  "payouts.list": payouts.listPayoutsSchema,
  "payouts.breakdown": payouts.payoutRefSchema,
  "payouts.log": payouts.payoutRefSchema,
  "payouts.markAsPaid": payouts.markPayoutAsPaidSchema,
  "payouts.correct": payouts.correctPayoutSchema,
  "payouts.reject": payouts.rejectPayoutSchema,
  "payouts.approve": payouts.payoutRefSchema,
  "payouts.requestsOf": ids.ofUserSchema,
  "payouts.planRequests": payouts.planRequestsSchema,
  "payouts.saveRequests": payouts.saveRequestsSchema,
  "payoutBatches.list": payouts.listPayoutBatchesSchema,
  "payoutBatches.byId": payouts.payoutBatchRefSchema,
  "payoutBatches.make": payouts.makePayoutBatchSchema,
  "payoutBatches.file": payouts.payoutBatchRefSchema,
  "payoutBatches.pay": payouts.payPayoutBatchSchema,
  "payoutBatches.cancel": payouts.payoutBatchRefSchema,
  "statements.months": statements.statementMonthsSchema,
  "statements.balanceOn": statements.balanceOnSchema,
  "statements.close": statements.closeMonthSchema,
  "dashboard.get": dashboard.dashboardSchema,
  "monthEnd.get": monthEnd.monthEndSchema,
  "monthEnd.rebuild": monthEnd.rebuildSchema,
  "users.list": userList.listUsersSchema,
  "users.byId": ids.userRefSchema,
  "users.byEmail": accounts.byEmailSchema,
  "users.targets": userList.listTargetsSchema,
  "users.create": userForms.createUserSchema,
  "users.update": userForms.updateUserSchema,
  "users.delete": userForms.changeUserSchema,
  "users.restore": userForms.changeUserSchema,
  "users.eraseGuest": eraseUser.eraseGuestSchema,
  "users.erase": eraseUser.eraseUserSchema,
  "users.moneyDue": ids.userRefSchema,
  "users.resendOptIn": ids.userRefSchema,
  "users.resendToMany": userList.resendManySchema,
  "users.convertToDistributor": userForms.convertToDistributorSchema,
  "users.convertToStockist": userForms.convertToStockistSchema,
  "users.invite": userForms.inviteSchema,
  "users.invitation": userForms.byInvitationSchema,
  "users.acceptInvitation": userForms.acceptInvitationSchema,
  "users.declineInvitation": userForms.byInvitationSchema,
  "users.moveDistributor": userForms.moveMemberSchema,
  "users.moveStockist": userForms.moveMemberSchema,
  "users.uplift": userForms.changeUserSchema,
  "users.impersonate": userForms.impersonateSchema,
  "people.get": ids.userRefSchema,
  "people.recipients": ids.userRefSchema,
  "people.sessions": ids.userRefSchema,
  "people.endSession": person.personSessionSchema,
  "people.addNote": person.addNoteSchema,
  "network.tree": networkTree.readTreeSchema,
  "network.levels": networkTree.readLevelsSchema,
  "network.activity": networkTree.readActivitySchema,
  "network.termsHistory": ids.ofUserSchema,
  "network.preview": networkTree.previewSchema,
  "products.list": editing.listItemsSchema,
  "products.byId": editing.itemRefSchema,
  "products.save": products.saveProductSchema,
  "products.delete": editing.itemRefSchema,
  "products.tellWhenBack": products.tellWhenBackSchema,
  "testimonials.list": editing.listItemsSchema,
  "testimonials.byId": editing.itemRefSchema,
  "testimonials.save": testimonials.saveTestimonialSchema,
  "testimonials.delete": editing.itemRefSchema,
  "content.get": content.siteCopyRefSchema,
  "content.list": content.listSiteCopySchema,
  "content.set": content.setSiteCopySchema,
  "content.versions": content.siteCopyRefSchema,
  "emailCopy.get": emailCopy.emailCopyRefSchema,
  "emailCopy.preview": emailCopy.emailCopySchema,
  "emailCopy.save": emailCopy.emailCopySchema,
  "emailCopy.restore": emailCopy.emailCopyRefSchema,
  "emailCopy.sendTest": emailCopy.emailCopySchema,
  "uploads.list": uploads.listUploadsSchema,
  "uploads.update": uploads.updateUploadSchema,
  "uploads.delete": uploads.uploadRefSchema,
  "uploads.move": uploads.moveUploadSchema,
  "uploads.removeCaptions": uploads.uploadRefSchema,
  "uploads.logAccess": uploads.uploadRefSchema,
  "uploads.accessLog": uploads.accessLogSchema,
  "audit.list": userList.listAuditSchema,
  "reports.activity": userList.listActivitySchema,
  "reports.sales": salesReport.salesReportSchema,
  "reports.salesGraph": salesReport.salesGraphSchema,
  "system.logs": appLog.listLogsSchema,
  "system.sentEmails": messages.listMessagesSchema,
  "system.sentEmail": messages.messageRefSchema,
  "system.resendEmail": messages.messageRefSchema,
} as const satisfies Partial<Record<keyof typeof permissions, z.ZodMiniType>>;
