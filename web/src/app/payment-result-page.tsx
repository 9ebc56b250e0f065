import { GuestOffer, PaymentResultScreen } from "./screens.ts";

/** After paying, a guest can keep the details for the next order. */
export function PaymentResultPage() {
  return <PaymentResultScreen GuestOffer={GuestOffer} />;
}
