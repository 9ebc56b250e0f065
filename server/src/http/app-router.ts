import { authRouter } from "../features/accounts/auth.router.ts";
import { phoneRouter } from "../features/accounts/phone.router.ts";
import { profileRouter } from "../features/accounts/profile.router.ts";
import { reportRouter } from "../features/reports/report.router.ts";
import { addressRouter } from "../features/addresses/address.router.ts";
import { auditRouter } from "../features/audit/audit.router.ts";
import { bankDetailsRouter } from "../features/bank-details/bank-details.router.ts";
import { bankLineRouter } from "../features/bank-lines/bank-line.router.ts";
import { catalogRouter } from "../features/catalogue/catalog.router.ts";
import { courierRouter } from "../features/delivery/courier.router.ts";
import { commissionRouter } from "../features/commissions/commission.router.ts";
import { cardMatchRouter } from "../features/card-match/card-match.router.ts";
import { contentRouter } from "../features/content/content.router.ts";
import { emailCopyRouter } from "../features/email-copy/email-copy.router.ts";
import { contactRouter } from "../features/contact/contact.router.ts";
import { dashboardRouter } from "../features/dashboard/dashboard.router.ts";
import { ledgerHealthRouter } from "../features/ledger-health/ledger-health.router.ts";
import { eventsRouter } from "../features/live/live.router.ts";
import { systemRouter } from "../features/messages/system.router.ts";
import { networkRouter } from "../features/network/network.router.ts";
import { orderRouter } from "../features/orders/order.router.ts";
import { notificationRouter } from "../features/payments/notification.router.ts";
import { payoutBatchRouter } from "../features/payouts/payout-batch.router.ts";
import { payoutRouter } from "../features/payouts/payout.router.ts";
import { placeRouter } from "../features/places/place.router.ts";
import { commissionPlanRouter } from "../features/plan-lab/commission-plan.router.ts";
import { productRouter } from "../features/products/product.router.ts";
import { proposalRouter } from "../features/proposals/proposal.router.ts";
import { settingsRouter } from "../features/shop-settings/settings.router.ts";
import { testimonialRouter } from "../features/testimonials/testimonial.router.ts";
import { uploadRouter } from "../features/uploads/upload.router.ts";
import { statementRouter } from "../features/statements/statement.router.ts";
import { userRouter } from "../features/users/user.router.ts";
import { walletRouter } from "../features/wallets/wallet.router.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  auth: authRouter,
  profile: profileRouter,
  phones: phoneRouter,
  settings: settingsRouter,
  contact: contactRouter,
  catalog: catalogRouter,
  addresses: addressRouter,
  places: placeRouter,
  orders: orderRouter,
  courier: courierRouter,
  wallet: walletRouter,
  bankDetails: bankDetailsRouter,
  bankLines: bankLineRouter,
  cardMatch: cardMatchRouter,
  commissions: commissionRouter,
  commissionPlan: commissionPlanRouter,
  notifications: notificationRouter,
  proposals: proposalRouter,
  payouts: payoutRouter,
  payoutBatches: payoutBatchRouter,
  statements: statementRouter,
  users: userRouter,
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
