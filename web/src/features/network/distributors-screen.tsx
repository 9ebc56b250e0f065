import { PageHeading } from "../../ui/page-heading.tsx";

export function DistributorsScreen() {
  return <PageHeading title="Distributors" />;
}
