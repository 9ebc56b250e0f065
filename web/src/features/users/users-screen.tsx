import { PageHeading } from "../../ui/page-heading.tsx";

export function UsersScreen() {
  return <PageHeading title="Users" />;
}
