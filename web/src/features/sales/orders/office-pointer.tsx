import { Button } from "@mantine/core";
import { createOrderPath, handOverUrl, homePath } from "../../../session/paths.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";

/** Replaces the order form for users who order in the office portal (specification, section 6). */
export function OfficePointer(props: { user: SignedInUser }) {
  const { user } = props;
  const path = createOrderPath(user) ?? homePath(user.role);
  return (
    <div className="page">
      <PageHeading title="Order" heading="Place orders in the office portal" />
      <p>
        This address is for customers. Place your orders in the office portal, where you have your
        own prices and recipients. You stay signed in.
      </p>
      <p>
        <Button component="a" href={handOverUrl(user.office.url, path)}>
          Go to the office portal
        </Button>
      </p>
    </div>
  );
}
