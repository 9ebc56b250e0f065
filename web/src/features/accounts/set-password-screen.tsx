import { PageHeading } from "../../ui/page-heading.tsx";

export function SetPasswordScreen() {
  return <PageHeading title="Choose a password" />;
}
