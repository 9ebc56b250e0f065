import { TextInput } from "@mantine/core";
import classes from "./name-fields.module.css";

type Props = Readonly<{
  /** What the form gives each field: its value, its error and how it changes. */
  first: object;
  last: object;
  /** Tells browsers whose name it is where a page asks for those of several people. */
  section?: "section-recipient";
}>;

/** First and last name of one person beside each other; below each other where that gets too narrow. */
export function NameFields({ first, last, section }: Props) {
  const token = section === undefined ? "" : `${section} `;
  return (
    <div className={classes.names}>
      <TextInput label="First name" required autoComplete={`${token}given-name`} {...first} />
      <TextInput label="Last name" required autoComplete={`${token}family-name`} {...last} />
    </div>
  );
}
