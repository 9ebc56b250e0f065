import { PageHeading } from "../../ui/page-heading.tsx";

export function AuditScreen() {
  return <PageHeading title="Audit" />;
}
