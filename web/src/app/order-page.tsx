import { RecipientPicker } from "../features/addresses/recipient-picker.tsx";
import { OrderFormScreen } from "../features/orders/order-form-screen.tsx";

export function OrderPage() {
  return <OrderFormScreen Recipients={RecipientPicker} />;
}
