import {
  ActionIcon,
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { newItemId } from "@portal/shared/platform/editing.ts";
import {
  IconBottle,
  IconBuildingBank,
  IconChevronDown,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconShieldLock,
  IconUser,
  IconUserPlus,
} from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { profilePath, profileSectionPath } from "../session/paths.ts";
import type { SignedInUser } from "../session/session.tsx";
import { leaveWork } from "../session/unsaved-work.ts";
import { openParam } from "../ui/list/list-controls.tsx";
import { useSignOut } from "./frame-parts.tsx";
import classes from "./office-frame.module.css";
import { CreateUserDialog } from "../features/people/users/user-dialogs.ts";

export function HeaderMenus(props: { user: SignedInUser; onKeys: () => void }) {
  return (
    <>
      {props.user.role === "admin" && <NewMenu user={props.user} />}
      <AccountMenu {...props} />
    </>
  );
}

const iconProps = { size: 16, stroke: 1.8, "aria-hidden": true } as const;

function NewMenu(props: { user: SignedInUser }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" aria-label="Add">
            <IconPlus size={18} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUserPlus {...iconProps} />} onClick={() => setAdding(true)}>
            Person
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={`/admin/edit/products?${openParam}=${newItemId}`}
            leftSection={<IconBottle {...iconProps} />}
          >
            Product
          </Menu.Item>
          <Menu.Item
            component={Link}
            href="/admin/bank-payments"
            leftSection={<IconBuildingBank {...iconProps} />}
          >
            Bank statement
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAdding && (
        <Suspense fallback={null}>
          <CreateUserDialog viewer={props.user} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

const schemes: readonly { value: MantineColorScheme; label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "Same as device" },
];

function AccountMenu({ user, onKeys }: { user: SignedInUser; onKeys: () => void }) {
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const profile = profilePath(user.role);
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton
          className={classes.account ?? ""}
          aria-label={`Your account, ${user.firstName}`}
        >
          <Avatar size={30} color="brand" variant="filled" aria-hidden="true">
            <span className={classes.initials} data-initials={initialsOf(user)} />
          </Avatar>
          <Text component="span" size="sm" fw={550} visibleFrom="sm" truncate maw={140}>
            {user.firstName}
          </Text>
          <IconChevronDown size={14} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item component={Link} href={profile} leftSection={<IconUser {...iconProps} />}>
          My profile
        </Menu.Item>
        <Menu.Item
          component={Link}
          href={profileSectionPath(user.role, "devices")}
          leftSection={<IconShieldLock {...iconProps} />}
        >
          Where I am signed in
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => {
            const chosen = schemes.find((scheme) => scheme.value === value);
            if (chosen) setColorScheme(chosen.value);
          }}
        >
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard {...iconProps} />} onClick={onKeys}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component={Link}
          href="/contact-us"
          leftSection={<IconHelpCircle {...iconProps} />}
        >
          Contact us
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout {...iconProps} />}
          disabled={signOut.isPending}
          onClick={() => leaveWork(() => signOut.mutate())}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf({ firstName, lastName }: SignedInUser): string {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`.toUpperCase();
}
