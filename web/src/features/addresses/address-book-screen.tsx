import { PageHeading } from "../../ui/page-heading.tsx";

export function AddressBookScreen() {
  return <PageHeading title="My address book" />;
}
