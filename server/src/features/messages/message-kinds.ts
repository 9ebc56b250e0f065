/**
 * What is said to people, and what each of them is about: ids only, so that nothing of a person lies
 * in a queue. Codes and links are made when the message is sent, so that they lie nowhere in clear.
 */
export type MessageSubject =
  | Readonly<{ kind: "sign-in-code"; userId: number; codeId: string }>
  | Readonly<{ kind: "sign-up-code"; userId: number; codeId: string }>
  /** Somebody was added by the office or a distributor: the link leads to choosing a password. */
  | Readonly<{ kind: "registration"; userId: number }>
  /** Somebody wanted to sign up with an address that has an account. */
  | Readonly<{ kind: "already-registered"; userId: number }>
  | Readonly<{ kind: "password-reset"; userId: number }>
  | Readonly<{ kind: "password-changed"; userId: number }>
  | Readonly<{ kind: "confirm-email"; userId: number }>
  /** To the address that was the account's until now. */
  | Readonly<{ kind: "email-changed"; userId: number; formerEmail: string }>
  | Readonly<{ kind: "bank-details-changed"; userId: number }>
  /** A customer became a distributor or stockist. */
  | Readonly<{ kind: "converted"; userId: number }>;
export type MessageKind = MessageSubject["kind"];
