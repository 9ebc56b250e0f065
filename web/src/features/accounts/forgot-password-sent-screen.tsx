import { PageHeading } from "../../ui/page-heading.tsx";

export function ForgotPasswordSentScreen() {
  return <PageHeading title="Check your email" />;
}
