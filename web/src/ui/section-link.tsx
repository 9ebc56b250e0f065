import { NavLink } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "wouter";
import { useIsPhone } from "./use-is-phone.ts";

/** An entry in the list of `TwoPanes`. The page opens it by `onOpen`, because it may ask about unsaved changes first. */
export function SectionLink(props: {
  href: string;
  label: string;
  description?: string;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { href, label, description, isOpen } = props;
  // On a phone the entry opens a page of its own.
  const isPhone = useIsPhone();
  return (
    <NavLink
      component={Link}
      href={href}
      label={label}
      description={description}
      variant="light"
      color="aga"
      bdrs="md"
      {...(isPhone && {
        py: "sm",
        rightSection: <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />,
      })}
      active={isOpen}
      {...(isOpen ? { "aria-current": "page" } : {})}
      onClick={(event) => {
        event.preventDefault();
        props.onOpen();
      }}
    />
  );
}
