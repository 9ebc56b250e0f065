import { Link } from "wouter";
import { PageHeading } from "../ui/page-heading.tsx";
import classes from "./message-page.module.css";

export function NotFoundScreen() {
  return (
    <div className={classes.page}>
      <PageHeading title="Page not found" heading="There is no page at this address" />
      <p>It may have moved, or the link may be missing its end.</p>
      <ul>
        <li>
          <Link href="/">Go to the shop</Link>
        </li>
        <li>
          <Link href="/login">Sign in to see your orders or your wallet</Link>
        </li>
      </ul>
    </div>
  );
}
