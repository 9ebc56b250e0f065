import { useSession } from "../../../session/session.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AddUserButton } from "./add-user-button.tsx";
import { EraseGuestButton } from "./erase-guest-button.tsx";
import { ExportCustomersButton } from "./export-customers-button.tsx";
import { UserList } from "./user-list.tsx";
import classes from "./users.module.css";

/** Everybody: found, added, changed, placed in the network. */
export function UsersScreen() {
  const session = useSession();
  if (session.state !== "signed-in") return null;
  return (
    <div className={classes.page}>
      <PageHeading
        title="Users"
        area="Office"
        action={
          <div className={classes.actions}>
            {session.user.developer && <ExportCustomersButton />}
            <EraseGuestButton />
            <AddUserButton viewer={session.user} />
          </div>
        }
      />
      <UserList viewer={session.user} addButton={false} />
    </div>
  );
}
