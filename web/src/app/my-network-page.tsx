import { Suspense } from "react";
import { MyNetworkScreen } from "../features/network/members/my-network-screen.tsx";
import { AddUserButton } from "../features/people/users/add-user-button.tsx";
import { useSession } from "../session/session.tsx";
import { Loading } from "../ui/feedback.tsx";
import { lazyPart } from "../ui/lazy-part.ts";

/** The list of people is loaded with its tab, not with the tree. */
const UserList = lazyPart(
  async () => (await import("../features/people/users/user-list.tsx")).UserList,
);

export function MyNetworkPage() {
  const session = useSession();
  if (session.state !== "signed-in") return null;
  return (
    <MyNetworkScreen
      people={
        <Suspense fallback={<Loading what="your network" lines={6} />}>
          <UserList viewer={session.user} />
        </Suspense>
      }
      addPerson={<AddUserButton viewer={session.user} />}
    />
  );
}
