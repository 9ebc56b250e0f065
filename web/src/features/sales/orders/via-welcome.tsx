import { viaDays } from "@portal/shared/platform/constants.ts";
import { useSearch } from "wouter";
import { api } from "../../../api/api.ts";
import { Notice } from "../../../ui/feedback.tsx";
import classes from "./order-form.module.css";

/** Names the distributor whose link was followed, or says that the link has no seller and whose sale an order is then. */
export function ViaWelcome() {
  const via = new URLSearchParams(useSearch()).get("via");
  const { data: seller } = api.orders.via.useQuery(undefined, {
    enabled: via !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (via === "unknown")
    return (
      <p className={`${classes.notices} wrap quiet`} role="status">
        {`We could not find the seller of this shop link. ${
          seller?.firstName
            ? `Orders you place still count as ${seller.firstName}’s sales.`
            : askAgain
        }`}
      </p>
    );
  if (!seller?.firstName) return null;
  return (
    <div className={`${classes.notices} wrap`} role="status">
      <Notice tone="good" title={`Welcome. ${seller.firstName} invited you.`}>
        <p>{`Orders you place in the next ${viaDays} days count as ${seller.firstName}’s sales.`}</p>
      </Notice>
    </div>
  );
}

const askAgain = "Ask for the link again, or place an order without a seller.";

/** Said before an order is placed: the link that this browser followed has lost its seller since. */
export function LostSeller() {
  const { data: seller } = api.orders.via.useQuery();
  if (!seller || seller.firstName !== null) return null;
  return (
    <div role="status">
      <Notice tone="warning">
        {`The seller whose link you followed is no longer active. ${askAgain}`}
      </Notice>
    </div>
  );
}
