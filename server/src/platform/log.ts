/** Details must never contain a name, an address or a secret. */
export type Log = Readonly<{
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}>;
