import { Stack } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { useSession } from "../../../session/session.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StockistCard } from "../../../ui/stockist-card.tsx";
import { MyOrders } from "./my-orders.tsx";
import { myOrdersPageSize } from "./my-orders-queries.ts";

export function MyOrdersScreen() {
  const session = useSession();
  const isStockist = session.state === "signed-in" && session.user.role === "stockist";
  return (
    <Stack gap="sm">
      <PageHeader title="My orders" />
      {isStockist && <OwnSales />}
      <MyOrders pageSize={myOrdersPageSize} />
    </Stack>
  );
}

/** Optional beside the orders: while it loads or when it fails, nothing is shown. */
function OwnSales() {
  const card = api.wallet.stockistCard.useQuery({});
  return card.data ? <StockistCard figures={card.data} isOwn isFolded /> : null;
}
