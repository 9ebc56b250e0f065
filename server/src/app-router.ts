import { factorRouter } from "./people/factors/factor.router.ts";
import { authRouter, phoneRouter, profileRouter } from "./people/accounts/account.router.ts";
import { reportRouter } from "./office/reports/report.router.ts";
import { addressRouter, placeRouter } from "./people/addresses/address.router.ts";
import { auditRouter } from "./platform/audit/audit.router.ts";
import { withholdingRouter } from "./money/withholding/withholding.router.ts";
import { taxDetailsRouter } from "./people/tax-details/tax-details.router.ts";
import { bankDetailsRouter } from "./people/bank-details/bank-details.router.ts";
import { bankDebitRouter } from "./sales/bank-debits/bank-debit.router.ts";
import { bankLineRouter } from "./sales/bank-lines/bank-line.router.ts";
import { catalogRouter } from "./sales/prices/catalog.router.ts";
import { courierRouter } from "./sales/delivery/courier.router.ts";
import { commissionRouter } from "./projections/explain/commission.router.ts";
import { differenceRouter } from "./money/books/accepted-difference.router.ts";
import { cardMatchRouter } from "./sales/card-settlements/card-match.router.ts";
import { contentRouter } from "./office/content/content.router.ts";
import { emailCopyRouter } from "./office/email-copy/email-copy.router.ts";
import { contactRouter } from "./office/contact/contact.router.ts";
import { dashboardRouter } from "./office/dashboard/dashboard.router.ts";
import { ledgerHealthRouter } from "./office/ledger-health/ledger-health.router.ts";
import { eventsRouter } from "./platform/live/live.router.ts";
import { systemRouter } from "./office/app-log/system.router.ts";
import { networkRouter } from "./network/members/network.router.ts";
import { orderRouter } from "./sales/orders/order.router.ts";
import { notificationRouter } from "./sales/payments/notification.router.ts";
import { payoutBatchRouter } from "./money/payouts/payout-batch.router.ts";
import { payoutRouter } from "./money/payouts/payout.router.ts";
import { commissionPlanRouter } from "./projections/simulation/commission-plan.router.ts";
import { personRouter } from "./office/person/person.router.ts";
import { productRouter } from "./catalogue/products/product.router.ts";
import { proposalRouter } from "./office/proposals/proposal.router.ts";
import { settingsRouter } from "./catalogue/shop-settings/settings.router.ts";
import { testimonialRouter } from "./office/testimonials/testimonial.router.ts";
import { uploadRouter } from "./office/uploads/upload.router.ts";
import { monthEndRouter } from "./office/month-end/month-end.router.ts";
import { owedRouter } from "./money/owed/owed.router.ts";
import { archiveRouter } from "./projections/archives/archive.router.ts";
import { booksRouter } from "./projections/books/books.router.ts";
import { statementRouter } from "./money/statements/statement.router.ts";
import { userRouter } from "./network/enrolment/user.router.ts";
import { orderCreditRouter, walletRouter } from "./money/wallets/wallet.router.ts";
import { erasureRouter } from "./office/erasure/erasure.router.ts";
import { mergeRouters, router } from "./platform/http/trpc.ts";

export const appRouter = router({
  auth: authRouter,
  factors: factorRouter,
  profile: profileRouter,
  phones: phoneRouter,
  settings: settingsRouter,
  contact: contactRouter,
  catalog: catalogRouter,
  addresses: addressRouter,
  places: placeRouter,
  orders: mergeRouters(orderRouter, orderCreditRouter),
  courier: courierRouter,
  wallet: walletRouter,
  bankDetails: bankDetailsRouter,
  taxDetails: taxDetailsRouter,
  withholding: withholdingRouter,
  bankLines: bankLineRouter,
  bankDebits: bankDebitRouter,
  cardMatch: cardMatchRouter,
  differences: differenceRouter,
  commissions: commissionRouter,
  commissionPlan: commissionPlanRouter,
  notifications: notificationRouter,
  proposals: proposalRouter,
  payouts: payoutRouter,
  payoutBatches: payoutBatchRouter,
  statements: statementRouter,
  books: booksRouter,
  archives: archiveRouter,
  owed: owedRouter,
  monthEnd: monthEndRouter,
  users: mergeRouters(userRouter, erasureRouter),
  people: personRouter,
  network: networkRouter,
  products: productRouter,
  testimonials: testimonialRouter,
  content: contentRouter,
  emailCopy: emailCopyRouter,
  uploads: uploadRouter,
  audit: auditRouter,
  reports: reportRouter,
  system: systemRouter,
  events: eventsRouter,
  dashboard: dashboardRouter,
  ledgerHealth: ledgerHealthRouter,
});

export type AppRouter = typeof appRouter;
