import "@mantine/core/styles/Tabs.layer.css";
import { Tabs } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../api/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { EditBusinessTab } from "./edit-business-tab.tsx";
import { EditCodesTab } from "./edit-codes-tab.tsx";
import { EditPersonTab } from "./edit-person-tab.tsx";
import { type EditTab, tabOf, tabsOf, type UserDetail } from "./edit-user-form.ts";
import classes from "./form-dialog.module.css";
import { FormDialog } from "./form-dialog.tsx";
import { useEditUser } from "./use-edit-user.ts";
import { nameOf } from "./user-words.ts";

const panels = { Person: EditPersonTab, Business: EditBusinessTab, Codes: EditCodesTab } as const;

/** "Edit User": read first, because the list does not show all of a person. */
export function EditUserDialog(props: { userId: number; onClose: () => void }) {
  const user = api.users.byId.useQuery({ id: props.userId }, { gcTime: 0 });
  if (user.data && !user.isFetching)
    return <EditUser key={user.data.id} user={user.data} onClose={props.onClose} />;
  return (
    <Dialog title="Edit user" onClose={props.onClose}>
      {user.error ? (
        <Failure what="this person" error={user.error} onRetry={() => void user.refetch()} />
      ) : (
        <Loading what="this person" lines={5} height={64} />
      )}
    </Dialog>
  );
}

function EditUser(props: { user: UserDetail; onClose: () => void }) {
  const { user } = props;
  const { form, summary, send, update } = useEditUser(user, props.onClose);
  const [tab, setTab] = useState<EditTab>("Person");
  const tabs = tabsOf(user.role);
  const wrongTabs = new Set(Object.keys(form.errors).map(tabOf));

  return (
    <div onClickCapture={(event) => showTabOfLink(event, setTab)}>
      <FormDialog
        title={`Edit ${nameOf(user)}`}
        onClose={props.onClose}
        onSubmit={send}
        submitLabel="Save"
        isDirty={form.isDirty()}
        isBusy={update.isPending}
        summary={summary}
        failure={update.error}
      >
        <Tabs
          value={tab}
          onChange={(value) => setTab(tabs.find((known) => known === value) ?? "Person")}
        >
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {wrongTabs.has(name) ? `${name} (please check)` : name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((name) => {
            const Panel = panels[name];
            return (
              <Tabs.Panel key={name} value={name} className={classes.tab}>
                <Panel user={user} form={form} />
              </Tabs.Panel>
            );
          })}
        </Tabs>
      </FormDialog>
    </div>
  );
}

/** A link of the summary leads to a field that may stand in a tab that is hidden: focus needs it shown. */
function showTabOfLink(event: MouseEvent, setTab: (tab: EditTab) => void): void {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#edit-']") : null;
  const field = link?.getAttribute("href")?.replace("#edit-", "");
  if (field) flushSync(() => setTab(tabOf(field)));
}
