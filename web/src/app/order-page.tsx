import { RecipientPicker } from "../features/addresses/recipient-picker.tsx";
import { OrderFormScreen } from "../features/orders/order-form-screen.tsx";
import { GuestOffer } from "./screens.ts";

export function OrderPage() {
  return <OrderFormScreen Recipients={RecipientPicker} GuestOffer={GuestOffer} />;
}
