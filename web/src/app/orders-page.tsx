import { type ComponentProps, Suspense } from "react";
import { OrdersScreen } from "../features/sales/orders/orders-screen.tsx";
import { lazyPart } from "../ui/lazy-part.ts";

const OrderRecipientDialog = lazyPart(
  async () =>
    (await import("../features/people/addresses/order-recipient-dialog.tsx")).OrderRecipientDialog,
);

/** The office's list of orders, with the address book's dialog for correcting delivery addresses. */
export function OrdersPage() {
  return <OrdersScreen RecipientEditor={RecipientEditor} />;
}

function RecipientEditor(props: ComponentProps<typeof OrderRecipientDialog>) {
  return (
    <Suspense fallback={null}>
      <OrderRecipientDialog {...props} />
    </Suspense>
  );
}
