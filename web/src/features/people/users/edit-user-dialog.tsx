import { Anchor, Checkbox, Group, Stack, Tabs, Text, TextInput, Title } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { flushSync } from "react-dom";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { formatDay } from "../../../ui/days.tsx";
import { ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loaded, Loading, Notice } from "../../../ui/feedback.tsx";
import {
  changesTerms,
  type EditForm,
  editFormOf,
  type EditTab,
  tabOf,
  tabsOf,
  useEditUser,
  type UserDetail,
} from "./edit-user-form.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import {
  CodeField,
  CompanyFields,
  EmailField,
  PercentField,
  PercentFields,
  PersonFields,
  typedPercentSchema,
} from "./user-fields.tsx";
import { nameOf } from "./user-words.ts";

type TabProps = Readonly<{ user: UserDetail; form: EditForm }>;

function EditPersonTab({ user, form }: TabProps) {
  const isNewEmail = form.values.email.trim().toLowerCase() !== user.email;
  return (
    <Stack>
      <PersonFields
        fields={(name) => form.getInputProps(name)}
        keptCell={editFormOf(user).cellNumber}
      />
      <EmailField
        {...form.getInputProps("email")}
        description={isNewEmail ? "They must confirm the new address by email." : undefined}
        onLower={(email) => form.setFieldValue("email", email)}
      />
      <Checkbox
        label="Test account (orders earn no commission)"
        {...form.getInputProps("test", { type: "checkbox" })}
      />
      <Text size="sm" c="dimmed">
        {user.addedByName !== null && <>Added by {user.addedByName}. </>}
        <Anchor inherit href={`/admin/audit?subject=${user.id}`} target="_blank" rel="noreferrer">
          View account history
        </Anchor>{" "}
        (opens in a new tab)
      </Text>
    </Stack>
  );
}

/** The fields of the role: the company, which every role has, and a member's terms. */
function EditBusinessTab({ user, form }: TabProps) {
  const isStockist = user.role === "stockist";
  return (
    <Stack>
      <TextInput
        label={isStockist ? "Company" : "Company (optional)"}
        required={isStockist}
        autoComplete="off"
        {...form.getInputProps("company")}
      />
      {user.role === "customer" && (
        <PercentField
          label="Discount (optional)"
          description="This customer’s discount. Whole number, 0 to 99."
          {...form.getInputProps("margin")}
        />
      )}
      {(user.role === "distributor" || user.role === "school") && <DistributorFields form={form} />}
      {isStockist && <AreaField form={form} />}
      {isStockist && <StockistFields user={user} form={form} />}
    </Stack>
  );
}

function AreaField({ form }: Pick<TabProps, "form">) {
  return (
    <TextInput
      label="Area (optional)"
      autoComplete="off"
      {...form.getInputProps("distributorArea")}
    />
  );
}

function DistributorFields({ form }: Pick<TabProps, "form">) {
  return (
    <>
      <AreaField form={form} />
      <TextInput
        label="Version"
        description="Set to 0 to show “Create order” in their menu."
        inputMode="numeric"
        required
        {...form.getInputProps("distributorVersion")}
      />
      <Group gap="lg">
        <Checkbox
          label="This is a school"
          {...form.getInputProps("school", { type: "checkbox" })}
        />
        <Checkbox
          label="This is an influencer"
          {...form.getInputProps("influencer", { type: "checkbox" })}
        />
      </Group>
    </>
  );
}

function StockistFields({ user, form }: TabProps) {
  return (
    <>
      <CompanyFields
        companyAddress={form.getInputProps("companyAddress")}
        vatNo={form.getInputProps("vatNo")}
      />
      <PercentField
        label="VAT rate (optional)"
        description="For this stockist’s orders. Leave blank to use the standard rate. A lower rate raises commission and needs another admin."
        {...form.getInputProps("stockistVAT")}
      />
      <PercentFields
        margin={form.getInputProps("stockistMargin")}
        distributorPercent={form.getInputProps("distributorPercent")}
      />
      <TermsWarning user={user} form={form} />
      <TermsHistory userId={user.id} />
    </>
  );
}

/** The specification's warning, corrected (docs/decisions.md, 29), with a box to tick once a percentage is changed. */
function TermsWarning({ user, form }: TabProps) {
  const margin = typedPercentSchema.safeParse(form.values.stockistMargin);
  const percent = typedPercentSchema.safeParse(form.values.distributorPercent);
  const isChanged =
    margin.success &&
    percent.success &&
    changesTerms(user, { stockistMargin: margin.data, distributorPercent: percent.data });

  return (
    <Notice tone="warning" title="Changing a percentage affects new orders only">
      <p>Past orders and the commission on them do not change.</p>
      {isChanged && (
        <Checkbox
          label="I have read this and the new percentages are correct."
          {...form.getInputProps("readAboutTerms", { type: "checkbox" })}
        />
      )}
    </Notice>
  );
}

function EditCodesTab({ user, form }: TabProps) {
  const shopLink = useShopLink();
  const field = user.role === "stockist" ? "stockistCode" : "distributorCode";
  const code = form.values[field];
  const isNew = code.trim().toLowerCase() !== (user.code ?? "").toLowerCase();
  return (
    <Stack>
      <CodeField
        {...form.getInputProps(field)}
        label={user.role === "stockist" ? "Stockist code" : "Distributor code"}
        description={`Shop link: ${shopLink(code.trim())}`}
        required
      />
      {isNew && user.code !== null && (
        <Notice tone="warning" title="Links with the old code will stop working">
          <p>
            Share the new link with everyone who has {user.code}. The old code will not be given to
            anyone else.
          </p>
        </Notice>
      )}
    </Stack>
  );
}

const panels = { Person: EditPersonTab, Business: EditBusinessTab, Codes: EditCodesTab } as const;

/** "Edit User". The person is loaded first, because a row of the list lacks some fields. */
export function EditUserDialog(props: { userId: number; onClose: () => void }) {
  const user = api.users.byId.useQuery({ id: props.userId }, { gcTime: 0 });
  // A later refetch must not change the form while it is edited.
  const [opened, setOpened] = useState<UserDetail | null>(null);
  if (opened === null && user.data && !user.isFetching) setOpened(user.data);
  if (opened) return <EditUser key={opened.id} user={opened} onClose={props.onClose} />;
  return (
    <ModalDialog title="Edit user" onClose={props.onClose}>
      {user.error ? (
        <Failure what="this person" error={user.error} onRetry={() => void user.refetch()} />
      ) : (
        <Loading what="this person" lines={5} height={64} />
      )}
    </ModalDialog>
  );
}

function EditUser(props: { user: UserDetail; onClose: () => void }) {
  const { user } = props;
  const { form, summary, send, update, notice } = useEditUser(user, props.onClose);
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
        notice={notice}
      >
        <Tabs
          value={tab}
          onChange={(value) => setTab(tabs.find((known) => known === value) ?? "Person")}
        >
          <Tabs.List>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {wrongTabs.has(name) ? `${name} (check)` : name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((name) => {
            const Panel = panels[name];
            return (
              <Tabs.Panel key={name} value={name} pt="md">
                <Panel user={user} form={form} />
              </Tabs.Panel>
            );
          })}
        </Tabs>
      </FormDialog>
    </div>
  );
}

/** Shows the tab of a field before the link of the error summary focuses it. */
function showTabOfLink(event: MouseEvent, setTab: (tab: EditTab) => void): void {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#edit-']") : null;
  const field = link?.getAttribute("href")?.replace("#edit-", "");
  if (field) flushSync(() => setTab(tabOf(field)));
}

type Terms = ApiOutputs["network"]["termsHistory"][number];

/** A stockist's percentages over time, and who changed them. */
function TermsHistory(props: { userId: number }) {
  const history = api.network.termsHistory.useQuery({ userId: props.userId });
  return (
    <section aria-labelledby="terms-history">
      <Title order={3} id="terms-history" mb="xs">
        Previous percentages
      </Title>
      <Loaded query={history} what="earlier percentages" lines={2} height={32}>
        {(rows) => (
          <Facts
            facts={rows.map((terms) => ({
              name: `From ${formatDay(terms.from)}`,
              value: termsWords(terms),
            }))}
          />
        )}
      </Loaded>
    </section>
  );
}

function termsWords({ stockistMargin, distributorPercent, actorName }: Terms): string {
  const terms = `Margin ${stockistMargin}%, distributor ${distributorPercent}%`;
  return actorName === null ? terms : `${terms}, by ${actorName}`;
}
