import { lazy, Suspense } from "react";

const OrderRecipientDialog = lazy(async () => ({
  default: (await import("./order-recipient-dialog.tsx")).OrderRecipientDialog,
}));

/** The dialog for the address of an order, whose code is loaded when it is first opened. */
export function OrderRecipientEditor(props: {
  uuid: string;
  section: number;
  onClose: () => void;
}) {
  return (
    <Suspense fallback={null}>
      <OrderRecipientDialog {...props} />
    </Suspense>
  );
}
