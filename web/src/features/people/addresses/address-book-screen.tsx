import { PageHeader } from "../../../ui/page-header.tsx";
import { AddressBook } from "./address-book.tsx";
import classes from "./recipients.module.css";

export function AddressBookScreen() {
  return (
    <div className={classes.book}>
      <PageHeader title="My address book" />
      <AddressBook heading="h2" />
    </div>
  );
}
