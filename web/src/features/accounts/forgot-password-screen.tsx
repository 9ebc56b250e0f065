import { PageHeading } from "../../ui/page-heading.tsx";

export function ForgotPasswordScreen() {
  return <PageHeading title="Forgot your password?" />;
}
