/** Every field of every shape, empty. */
export const emptyMessage = {
  source: "general",
  name: "",
  surname: "",
  email: "",
  age: "",
  cellNumber: "",
  residingTown: "",
  whereDidYouHear: "",
  existingCustomer: "",
  orderNumber: "",
  text: "",
};
export type ContactField = keyof typeof emptyMessage;

/** What the fields need of the form around them. */
export type ContactValues = Readonly<{
  values: Readonly<Record<ContactField, string>>;
  getInputProps: (field: ContactField) => object;
  setFieldValue: (field: ContactField, value: string) => void;
  clearErrors: () => void;
}>;
