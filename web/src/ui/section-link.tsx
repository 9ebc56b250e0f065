import { NavLink } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "wouter";
import { useIsPhone } from "./use-is-phone.ts";

/** One entry of the list beside the parts of a thing: a link with an address, opened by the page that may ask first. */
export function SectionLink(props: {
  href: string;
  label: string;
  description?: string;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { href, label, description, isOpen } = props;
  // A phone shows the list alone, so each entry says that it leads on.
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
