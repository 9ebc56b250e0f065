import { PageHeading } from "../../ui/page-heading.tsx";

export function MyAccountScreen() {
  return <PageHeading title="My account" />;
}
