import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import classes from "./payouts.module.css";

/** From which amount on two people answer for a payout; it is set with the shop's other settings. */
export function PayoutLimit(props: { currency: Currency }) {
  const limit = api.payouts.limit.useQuery();
  if (!limit.data) return null;
  const { secondPersonAbove } = limit.data;
  return (
    <div className={classes.reveal}>
      <p className={classes.note}>
        {secondPersonAbove === null
          ? "One person is enough for every payout."
          : `Above ${formatMoney(secondPersonAbove, props.currency)} a second person approves.`}
      </p>
      <Link href="/admin/edit/rhizo-config">Change the limit</Link>
    </div>
  );
}
