import { OrderAgain } from "../features/sales/orders/order-again.tsx";
import { PayScreen } from "../features/sales/payments/pay-screen.tsx";

/** Paying for an order, and its receipt, from which the order can be repeated. */
export function PayPage() {
  return <PayScreen OrderAgain={OrderAgain} />;
}
