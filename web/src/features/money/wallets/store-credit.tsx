import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { FigureCard } from "../../../ui/figure-card.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { Wallet } from "./wallet-screen.tsx";

const ConvertDialog = lazy(async () => ({
  default: (await import("./convert-dialog.tsx")).ConvertDialog,
}));

/** What orders can be paid with, and the way to more of it. */
export function StoreCredit(props: { wallet: Wallet }) {
  const { wallet } = props;
  const [isConverting, setIsConverting] = useState(false);
  return (
    <FigureCard
      label="Store credit"
      figure={<MoneyText minor={wallet.storeCredit} currency={wallet.currency} />}
      note="Pays your orders"
    >
      {wallet.convertible > 0 && (
        <Button variant="default" onClick={() => setIsConverting(true)}>
          Add credit
        </Button>
      )}
      {isConverting && (
        <Suspense>
          <ConvertDialog wallet={wallet} onClose={() => setIsConverting(false)} />
        </Suspense>
      )}
    </FigureCard>
  );
}
