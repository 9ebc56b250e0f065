import { Stack } from "@mantine/core";
import { IconDownload, IconListCheck, IconUserPlus, IconUserX } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { type SignedInUser, useSession } from "../../../session/session.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { useChoice } from "../../../ui/list/list-choice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { useExcelOfUsers } from "./chosen-users.tsx";
import { fileAddress, People, useUserList } from "./user-list.tsx";

const CreateUserDialog = lazy(async () => ({
  default: (await import("./create-user-dialog.tsx")).CreateUserDialog,
}));
const EraseGuestDialog = lazy(async () => ({
  default: (await import("./erase-guest-dialog.tsx")).EraseGuestDialog,
}));
const ExportCustomersDialog = lazy(async () => ({
  default: (await import("./export-customers-dialog.tsx")).ExportCustomersDialog,
}));

/** Everybody: found, added, changed, placed in the network. */
export function UsersScreen() {
  const session = useSession();
  return session.state === "signed-in" && <Users viewer={session.user} />;
}

function Users({ viewer }: { viewer: SignedInUser }) {
  const isPhone = useIsPhone();
  const state = useUserList(viewer);
  const choice = useChoice(state.users.data?.rows ?? [], ({ id }) => String(id));
  const [failure, setFailure] = useState<string | null>(null);
  const excel = useExcelOfUsers(setFailure);
  const [asked, setAsked] = useState<"add" | "erase" | "export" | null>(null);
  const close = () => setAsked(null);
  return (
    <Stack gap="sm">
      <PageHeader
        title="Users"
        actions={[
          ...(isPhone
            ? [
                {
                  label: choice.isSelecting ? "Stop selecting" : "Select several",
                  icon: IconListCheck,
                  onClick: () => choice.setSelecting(!choice.isSelecting),
                },
              ]
            : []),
          // Whoever may have all customers in a file has the developer flag (docs/decisions.md, 23).
          ...(viewer.developer
            ? [
                {
                  label: "Export customers",
                  icon: IconDownload,
                  onClick: () => setAsked("export"),
                },
              ]
            : []),
          // For somebody who wants to be forgotten and has no account, so that there is no row to do it from.
          { label: "Erase guest", icon: IconUserX, onClick: () => setAsked("erase") },
          {
            label: "Export (Excel)",
            icon: IconDownload,
            loading: excel.isBusy,
            onClick: () => excel.take(fileAddress(state)),
          },
          { label: "Add person", icon: IconUserPlus, isMain: true, onClick: () => setAsked("add") },
        ]}
      />
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <People viewer={viewer} state={state} choice={choice} />
      <Suspense fallback={null}>
        {asked === "add" && <CreateUserDialog viewer={viewer} onClose={close} />}
        {asked === "erase" && <EraseGuestDialog onClose={close} />}
        {asked === "export" && <ExportCustomersDialog onClose={close} />}
      </Suspense>
    </Stack>
  );
}
