import { PageHeader } from "../../../ui/page-header.tsx";
import { AddressBook } from "./address-book.tsx";

export function AddressBookScreen() {
  return (
    <div className="stack">
      <PageHeader title="My address book" />
      <AddressBook heading="h2" />
    </div>
  );
}
