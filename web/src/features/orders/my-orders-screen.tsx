import { PageHeading } from "../../ui/page-heading.tsx";
import { MyOrders } from "./my-orders.tsx";
import classes from "./office-orders.module.css";

export function MyOrdersScreen() {
  return (
    <div className={classes.page}>
      <PageHeading title="My orders" area="Office" />
      <MyOrders pageSize={20} />
    </div>
  );
}
