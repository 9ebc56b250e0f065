import { authRouter } from "../features/accounts/auth.router.ts";
import { addressRouter } from "../features/addresses/address.router.ts";
import { bankDetailsRouter } from "../features/bank-details/bank-details.router.ts";
import { catalogRouter } from "../features/catalogue/catalog.router.ts";
import { orderRouter } from "../features/orders/order.router.ts";
import { payoutRouter } from "../features/payouts/payout.router.ts";
import { walletRouter } from "../features/wallets/wallet.router.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  auth: authRouter,
  catalog: catalogRouter,
  addresses: addressRouter,
  orders: orderRouter,
  wallet: walletRouter,
  bankDetails: bankDetailsRouter,
  payouts: payoutRouter,
});

export type AppRouter = typeof appRouter;
