import { Suspense } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";

const OrderRecipientDialog = lazyPart(
  async () => (await import("./order-recipient-dialog.tsx")).OrderRecipientDialog,
);

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
