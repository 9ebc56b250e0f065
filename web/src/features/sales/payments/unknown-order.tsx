import { Link } from "wouter";
import { shop } from "../../../config.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./pay-screen.module.css";

export function UnknownOrder() {
  const email = useShopSettings()?.contact.email ?? shop.email;
  return (
    <div className={classes.page}>
      <PageHeading title="Order not found" heading="We could not find that order" />
      <p>
        The link may have lost its end on the way. Please open it once more from your email, or
        write to <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>
        <Link href="/">Go to the shop</Link>
      </p>
    </div>
  );
}
