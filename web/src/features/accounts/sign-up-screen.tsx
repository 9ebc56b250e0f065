import { PageHeading } from "../../ui/page-heading.tsx";

export function SignUpScreen() {
  return <PageHeading title="Sign up" />;
}
