import { NavLink } from "@mantine/core";
import { Link } from "wouter";

/** One entry of the list beside the parts of a thing: a link with an address, opened by the page that may ask first. */
export function SectionLink(props: {
  href: string;
  label: string;
  description?: string;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { href, label, description, isOpen } = props;
  return (
    <NavLink
      component={Link}
      href={href}
      label={label}
      description={description}
      variant="light"
      color="aga"
      bdrs="md"
      active={isOpen}
      {...(isOpen ? { "aria-current": "page" } : {})}
      onClick={(event) => {
        event.preventDefault();
        props.onOpen();
      }}
    />
  );
}
