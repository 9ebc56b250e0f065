import { OrderRecipientEditor } from "../features/people/addresses/order-recipient-editor.tsx";
import { OrdersScreen } from "../features/sales/orders/orders-screen.tsx";

/** The office's list of orders, with the address book's dialog for correcting delivery addresses. */
export function OrdersPage() {
  return <OrdersScreen RecipientEditor={OrderRecipientEditor} />;
}
