import { Stack } from "@mantine/core";
import { IconDownload, IconUserPlus, IconUserX } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { type SignedInUser, useSession } from "../../../session/session.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { useChoice, useSelectAction } from "../../../ui/list/list-choice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useExcelOfUsers } from "./chosen-users.tsx";
import { CreateUserDialog, EraseGuestDialog, ExportCustomersDialog } from "./user-dialogs.ts";
import { fileAddress, People, useUserList } from "./user-list.tsx";

export function UsersScreen() {
  const session = useSession();
  return session.state === "signed-in" && <Users viewer={session.user} />;
}

function Users({ viewer }: { viewer: SignedInUser }) {
  const state = useUserList(viewer);
  const choice = useChoice(state.users.data?.rows ?? [], ({ id }) => String(id));
  const [failure, setFailure] = useState<string | null>(null);
  const excel = useExcelOfUsers(setFailure);
  const [dialog, setDialog] = useState<"add" | "erase" | "export" | null>(null);
  const close = () => setDialog(null);
  return (
    <Stack gap="sm">
      <PageHeader
        title="Users"
        actions={[
          ...useSelectAction(choice),
          // The export of all customers needs the developer flag (docs/decisions.md, 23).
          viewer.developer && {
            label: "Export customers",
            icon: IconDownload,
            onClick: () => setDialog("export"),
          },
          // For erasure requests of people without an account, who have no row in the list.
          { label: "Erase guest", icon: IconUserX, onClick: () => setDialog("erase") },
          {
            label: "Export (Excel)",
            icon: IconDownload,
            loading: excel.isPending,
            onClick: () => excel.mutate(fileAddress(state)),
          },
          {
            label: "Add person",
            icon: IconUserPlus,
            isMain: true,
            onClick: () => setDialog("add"),
          },
        ].filter((action) => action !== false)}
      />
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      <People viewer={viewer} state={state} choice={choice} />
      <Suspense fallback={null}>
        {dialog === "add" && <CreateUserDialog viewer={viewer} onClose={close} />}
        {dialog === "erase" && <EraseGuestDialog onClose={close} />}
        {dialog === "export" && <ExportCustomersDialog onClose={close} />}
      </Suspense>
    </Stack>
  );
}
