import { useSearch } from "wouter";
import { api } from "../../../api/api.ts";
import { Notice } from "../../../ui/feedback.tsx";
import classes from "./shop-notices.module.css";

/** Who sent somebody here, said once where the distributor's link led; a code that is nobody's is said quietly. */
export function ViaWelcome() {
  const via = new URLSearchParams(useSearch()).get("via");
  const sender = api.orders.via.useQuery(undefined, {
    enabled: via === "welcome",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (via === "unknown")
    return (
      <p className={`${classes.band} ${classes.quiet}`} role="status">
        We do not know that link any more. You can order here all the same.
      </p>
    );
  if (!sender.data) return null;
  return (
    <div className={classes.waiting} role="status">
      <Notice tone="good" title={`Welcome. ${sender.data.firstName} sent you here.`}>
        <p>Your order counts for {sender.data.firstName}, also if you come back within 30 days.</p>
      </Notice>
    </div>
  );
}
