import { PageHeading } from "../../ui/page-heading.tsx";

export function ConfirmEmailScreen() {
  return <PageHeading title="Confirm your email" />;
}
