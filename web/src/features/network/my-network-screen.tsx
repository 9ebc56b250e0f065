import { PageHeading } from "../../ui/page-heading.tsx";

export function MyNetworkScreen() {
  return <PageHeading title="My network" />;
}
