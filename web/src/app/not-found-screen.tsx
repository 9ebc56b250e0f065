import { Link } from "wouter";
import { PageHeading } from "../ui/page-heading.tsx";
import { PageColumn } from "./page.tsx";

/** For unknown addresses; seldom needed, so not part of the first page. */
export function NotFoundScreen() {
  return (
    <PageColumn>
      <PageHeading title="Page not found" />
      <p>
        If you typed the address, check that it is correct. If you followed a link, it may be out of
        date.
      </p>
      <p className="row">
        <Link href="/">Go to the shop</Link>
        <Link href="/contact-us">Contact us</Link>
      </p>
    </PageColumn>
  );
}
