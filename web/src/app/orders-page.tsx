import { OrderRecipientEditor } from "../features/addresses/order-recipient-editor.tsx";
import { OrdersScreen } from "../features/orders/orders-screen.tsx";

/** The office's orders, whose addresses it corrects in the dialog of the address book. */
export function OrdersPage() {
  return <OrdersScreen RecipientEditor={OrderRecipientEditor} />;
}
