import { OrderRecipientEditor } from "../features/people/addresses/order-recipient-editor.tsx";
import { OrdersScreen } from "../features/sales/orders/orders-screen.tsx";

/** The office's orders, whose addresses it corrects in the dialog of the address book. */
export function OrdersPage() {
  return <OrdersScreen RecipientEditor={OrderRecipientEditor} />;
}
