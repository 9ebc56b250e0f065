import { useSearch } from "wouter";
import { api } from "../../../api/api.ts";
import { Notice } from "../../../ui/feedback.tsx";
import classes from "./order-form.module.css";

/** Names the distributor whose link was followed, or notes that the link is no longer active. */
export function ViaWelcome() {
  const via = new URLSearchParams(useSearch()).get("via");
  const sender = api.orders.via.useQuery(undefined, {
    enabled: via === "welcome",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (via === "unknown")
    return (
      <p className={`${classes.notices} wrap quiet`} role="status">
        This link is no longer active. You can still place an order.
      </p>
    );
  if (!sender.data) return null;
  return (
    <div className={`${classes.notices} wrap`} role="status">
      <Notice tone="good" title={`Welcome. ${sender.data.firstName} invited you.`}>
        <p>{`Orders you place in the next 30 days count as ${sender.data.firstName}’s sales.`}</p>
      </Notice>
    </div>
  );
}
