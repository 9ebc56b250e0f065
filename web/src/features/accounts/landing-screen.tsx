import { PageHeading } from "../../ui/page-heading.tsx";

export function LandingScreen() {
  return <PageHeading title="Welcome" />;
}
