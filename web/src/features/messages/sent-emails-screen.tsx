import { PageHeading } from "../../ui/page-heading.tsx";

export function SentEmailsScreen() {
  return <PageHeading title="Sent emails" />;
}
