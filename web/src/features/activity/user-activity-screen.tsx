import { PageHeading } from "../../ui/page-heading.tsx";

export function UserActivityScreen() {
  return <PageHeading title="User Activity" />;
}
