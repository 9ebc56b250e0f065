type Kept = Readonly<{ heldFrom: string | null; email: string; reason: string | null }>;

/** What an accountant sees of a payout request: no contacts, free words, or checks of bank details. */
export function forBooks<Row extends Kept>({ heldFrom: _, ...row }: Row) {
  return {
    ...row,
    email: "",
    reason: null,
    bankDetailsHoldUntil: null,
    preflight: [],
    obstacle: null,
    needsSecondPerson: false,
    approvals: [],
    batchId: null,
  };
}
