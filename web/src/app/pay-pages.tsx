import { Route, Switch } from "wouter";
import { PaymentResultScreen } from "../features/sales/payments/payment-result-screen.tsx";
import { PayScreen } from "../features/sales/payments/pay-screen.tsx";

/** Paying for an order, its receipt, from which the order can be repeated, and where the card provider sends the buyer back. */
export function PayPages() {
  return (
    <Switch>
      <Route path="/orders/pay/:uuid">
        <PayScreen />
      </Route>
      <Route>
        <PaymentResultScreen />
      </Route>
    </Switch>
  );
}
