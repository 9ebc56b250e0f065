import { PageHeading } from "../../../ui/page-heading.tsx";
import { AddressBook } from "./address-book.tsx";
import classes from "./recipients.module.css";

export function AddressBookScreen() {
  return (
    <div className={classes.book}>
      <PageHeading title="My address book" area="Office" />
      <AddressBook heading="h2" />
    </div>
  );
}
