import { api } from "../../../api/api.ts";
import { useSession } from "../../../session/session.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { StockistCard } from "../../../ui/stockist-card.tsx";
import { MyOrders } from "./my-orders.tsx";
import classes from "./office-orders.module.css";

export function MyOrdersScreen() {
  const session = useSession();
  const isStockist = session.state === "signed-in" && session.user.role === "stockist";
  return (
    <div className={classes.page}>
      <PageHeading title="My orders" area="Office" />
      {isStockist && <OwnSales />}
      <MyOrders pageSize={20} />
    </div>
  );
}

/** Beside the orders, never in their way: until it is there, and if it cannot be, nothing is shown. */
function OwnSales() {
  const card = api.wallet.stockistCard.useQuery({});
  return card.data ? <StockistCard figures={card.data} isOwn isFolded /> : null;
}
