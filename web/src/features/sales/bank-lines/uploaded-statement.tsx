import { Anchor, Button } from "@mantine/core";
import { type Currency, currencies, formatMoney } from "@portal/shared/platform/money.ts";
import { type LeftOutReason, leftOutReasons } from "@portal/shared/sales/bank-lines.ts";
import { Link } from "wouter";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { Notice, showFailureToast } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";

const gapSchema = z.object({
  at: z.enum(["page", "line", "column", "files"]),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  stated: z.number(),
  expected: z.number(),
});
type Gap = z.infer<typeof gapSchema>;
const leftOutSchema = z.object({
  why: z.enum(leftOutReasons),
  count: z.number(),
  texts: z.array(z.string()),
});
/** What the server says of a statement that it has stored. */
export const uploadedSchema = z.object({
  layout: z.string(),
  added: z.number(),
  repeats: z.number(),
  known: z.number(),
  outgoing: z.number(),
  proved: z.number(),
  refunds: z.number(),
  currency: z.enum(currencies),
  gaps: z.array(gapSchema),
  leftOut: z.array(leftOutSchema),
  held: z.array(z.object({ account: z.string(), proposalId: z.string() })),
  readBy: z.nullable(z.object({ columnsId: z.number(), chosenAt: z.string() })),
});
export type Uploaded = z.infer<typeof uploadedSchema>;

/** What has to be known of a stored statement beyond the numbers in the toast. */
export function UploadedStatement({ uploaded }: Readonly<{ uploaded: Uploaded }>) {
  const { gaps, readBy, leftOut, held } = uploaded;
  return (
    <>
      {held.length > 0 && <Held held={held} />}
      {gaps.length > 0 && <Gaps {...uploaded} />}
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
      {readBy && <ReadBy key={readBy.columnsId} {...readBy} />}
    </>
  );
}

/** Nothing of these accounts is stored, because anybody can write a file of any account. */
function Held({ held }: Pick<Uploaded, "held">) {
  return held.map(({ account, proposalId }) => (
    <Notice
      key={proposalId}
      tone="warning"
      title={
        account === ""
          ? "Files without an account number are not known yet"
          : `Account ${account} is not known yet`
      }
    >
      <p>
        It has to be confirmed under{" "}
        <Anchor component={Link} inherit href="/admin/decisions">
          Decisions
        </Anchor>
        . Nothing of it is stored until then. Upload the file again afterwards.
      </p>
    </Notice>
  ));
}

/** The choice of columns by which a file was read, which somebody made for an earlier one. */
function ReadBy({ columnsId, chosenAt }: NonNullable<Uploaded["readBy"]>) {
  const forget = useCommand(api.bankLines.forgetColumns, {
    repeatable: true,
    onError: showFailureToast,
  });
  if (forget.data)
    return <Notice tone="info">The next file with these columns is asked about again.</Notice>;
  return (
    <Notice tone="info">
      <p>
        The file was read by the columns that were chosen on <DayText value={chosenAt} />.
      </p>
      <Button
        mt="xs"
        variant="default"
        loading={forget.isPending}
        onClick={() => forget.send({ columnsId })}
      >
        Ask again next time
      </Button>
    </Notice>
  );
}

/** The statement is stored; its balances show that something is missing. */
function Gaps({ gaps, currency }: Pick<Uploaded, "gaps" | "currency">) {
  return (
    <Notice tone="warning" title="Transactions may be missing">
      <ul>
        {gaps.map((gap) => (
          <li key={`${gap.at} ${gap.from} ${gap.to} ${gap.stated}`}>{gapWords(gap, currency)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function gapWords({ at, from, to, stated, expected }: Gap, currency: Currency): string {
  const balances = `the bank’s balance is ${formatMoney(stated, currency)}, the transactions make ${formatMoney(expected, currency)}`;
  if (at === "files" && from !== null && to !== null)
    return `Between the statements to ${formatDay(from)} and from ${formatDay(to)}: ${balances}.`;
  if (at === "line" && to !== null) return `Before a transaction of ${formatDay(to)}: ${balances}.`;
  if (at === "column")
    return `Most balances beside the transactions do not run with them. At the end ${balances}.`;
  return `At the end of the statement: ${balances}.`;
}

/** Whoever misses a payment sees here whether the file has it. */
function LeftOut({ leftOut }: Pick<Uploaded, "leftOut">) {
  const count = leftOut.reduce((sum, { count: ofReason }) => sum + ofReason, 0);
  return (
    <Notice
      tone="info"
      title={
        count === 1
          ? "1 line of the file is not a transaction"
          : `${count} lines of the file are not transactions`
      }
    >
      <ul>
        {leftOut.map(({ why, count: ofReason, texts }) => (
          <li key={why}>
            {leftOutWords[why](ofReason)}: {texts.map(quoted).join(", ")}
            {ofReason > texts.length && ` and ${ofReason - texts.length} more`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const leftOutWords: Record<LeftOutReason, (count: number) => string> = {
  "not booked yet": (count) => `${count} not booked yet, so on a later statement`,
  "another currency": (count) => `${count} in another currency`,
  "no amount": (count) => `${count} without an amount`,
  "a balance or total": (count) =>
    count === 1 ? "1 balance or total" : `${count} balances or totals`,
};

export function quoted(text: string): string {
  return text === "" ? "without text" : `“${text}”`;
}
