import { Redirect, useSearchParams } from "wouter";
import { BeginAgain } from "../features/sales/orders/begin-again.tsx";
import { OfficeOpening, officeOpensWith } from "../features/sales/orders/office-opening.tsx";
import { OfficePointer } from "../features/sales/orders/office-pointer.tsx";
import { OrderFormScreen } from "../features/sales/orders/order-form-screen.tsx";
import { createOrderPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";

/** The order form of the portal, for distributors of version 0 and for stockists. */
export function CreateOrderPage() {
  const session = useSession();
  const [params] = useSearchParams();
  if (session.state !== "signed-in") return null;
  const { user } = session;
  if (!user.office.isHere) return <OfficePointer user={user} />;
  const path = createOrderPath(user);
  if (path === null) return <Redirect to={`/${user.role}/my-orders`} replace />;
  const again = params.get("again");
  if (again !== null) return <BeginAgain uuid={again} path={path} />;
  return <OrderFormScreen Opening={OfficeOpening} opensWith={officeOpensWith} />;
}
