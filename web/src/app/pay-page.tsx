import { OrderAgain } from "../features/sales/orders/order-again.tsx";
import { PayScreen } from "../features/sales/payments/pay-screen.tsx";

/** Paying an order, and its receipt, from which the same can be ordered again. */
export function PayPage() {
  return <PayScreen OrderAgain={OrderAgain} />;
}
