import { toBank } from "@portal/shared/money/payout-terms.ts";
import { bankDetailsHoldHours } from "@portal/shared/platform/constants.ts";
import { Anchor, Button, Group, Menu, Stack, Text } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCashBanknote,
  IconCheck,
  IconFileX,
  IconPencil,
  IconStack2,
  IconUserCheck,
  IconX,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { accountTypeWord, useRegionWords } from "../../../session/use-region-words.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { Happenings } from "../../../ui/happenings.tsx";
import { TaxInvoiceLinks } from "./tax-invoice-link.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { UndoReturnDialog } from "../../sales/bank-lines/undo-money-back.tsx";
import { CreditInvoiceDialog } from "./credit-invoice-dialog.tsx";
import {
  ClearDialog,
  CorrectPaidDialog,
  MarkPaidDialog,
  RejectDialog,
  SecondApproval,
} from "./payout-decisions.tsx";
import { type ListedPayout, Part, PayoutStatus } from "./payout-parts.tsx";
import { ReturnPayoutDialog } from "./return-payout-dialog.tsx";
import { PreflightLines } from "./preflight-lines.tsx";
import { readOnce } from "../../../api/read-again.ts";

/** One payout request: checks, breakdown, bank details, log, and the actions that settle it. */
export function PayoutSheet(props: { payout: ListedPayout; onClose: () => void }) {
  const { payout, onClose } = props;
  const [settling, setSettling] = useState<
    "pay" | "reject" | "clear" | "correct" | "credit" | "return" | "undo-return" | null
  >(null);
  const stop = () => setSettling(null);
  const mayPay = useMayCall()("payouts.markAsPaid");
  // A request in a batch is settled with its batch.
  const isFree = payout.state === "requested" && payout.batchId === null;
  return (
    <Sheet
      title={`Payout to ${payout.fullName}`}
      states={<PayoutStatus payout={payout} />}
      onClose={onClose}
      foot={
        !mayPay ? undefined : payout.state === "paid" ? (
          <>
            <MoreMenu inFoot>
              <Menu.Item color="protea" onClick={() => setSettling("return")}>
                Returned by the bank
              </Menu.Item>
              {payout.hasTaxInvoice && !payout.isInvoiceCredited && (
                <Menu.Item color="protea" onClick={() => setSettling("credit")}>
                  Credit tax invoice
                </Menu.Item>
              )}
            </MoreMenu>
            <Button variant="default" onClick={() => setSettling("correct")}>
              Correct payment
            </Button>
          </>
        ) : payout.state === "returned" ? (
          <Button variant="default" onClick={() => setSettling("undo-return")}>
            Undo return
          </Button>
        ) : (
          isFree && (
            <>
              <MoreMenu inFoot>
                <Menu.Item color="protea" onClick={() => setSettling("clear")}>
                  Clear request
                </Menu.Item>
              </MoreMenu>
              <Button variant="default" onClick={() => setSettling("reject")}>
                Reject request
              </Button>
              <Button onClick={() => setSettling("pay")}>Mark as paid</Button>
            </>
          )
        )
      }
    >
      <Stack gap="lg">
        <Payout payout={payout} />
      </Stack>
      {settling === "pay" && <MarkPaidDialog payout={payout} onClose={stop} onPaid={onClose} />}
      {settling === "reject" && (
        <RejectDialog payout={payout} onClose={stop} onRejected={onClose} />
      )}
      {settling === "credit" && <CreditInvoiceDialog payout={payout} onClose={stop} />}
      {settling === "return" && <ReturnPayoutDialog payout={payout} onClose={stop} />}
      {settling === "undo-return" && (
        <UndoReturnDialog payout={payout} onDone={stop} onCancel={stop} />
      )}
      {settling === "correct" && <CorrectPaidDialog payout={payout} onClose={stop} />}
      {settling === "clear" && <ClearDialog payout={payout} onClose={stop} onCleared={onClose} />}
    </Sheet>
  );
}

function Payout({ payout }: { payout: ListedPayout }) {
  const may = useMayCall();
  return (
    <>
      <div>
        <Text fz={30} fw={650} lh={1.2}>
          <MoneyText minor={toBank(payout)} currency={payout.currency} />
        </Text>
        <Text size="sm" c="dimmed">
          {payout.withheld !== 0 && (
            <>
              <MoneyText minor={payout.withheld} currency={payout.currency} /> tax withheld of{" "}
              <MoneyText minor={payout.amount} currency={payout.currency} />.{" "}
            </>
          )}
          Requested on <DayText value={payout.requested} />
        </Text>
      </div>
      <Settled payout={payout} />
      {payout.batchId !== null && (
        <Notice tone="info" title="Already in progress">
          This request is in{" "}
          <Anchor inherit component={Link} href={`/admin/payout-batches?batch=${payout.batchId}`}>
            payout batch {payout.batchId}
          </Anchor>
          . Mark it as paid there.
        </Notice>
      )}
      {payout.bankDetailsHoldUntil && (
        <Notice
          tone="warning"
          title={`Bank or contact details changed in the last ${bankDetailsHoldHours} hours`}
        >
          Call {payout.fullName} on a known number to confirm the account before you pay. This check
          ends at <DayText value={payout.bankDetailsHoldUntil} withTime />.
        </Notice>
      )}
      {may("payouts.markAsPaid") && payout.state === "requested" && (
        <Part title="Checks before paying">
          <PreflightLines lines={payout.preflight} currency={payout.currency} />
        </Part>
      )}
      <SecondApproval payout={payout} />
      <Part title="Breakdown">
        <Breakdown payout={payout} />
      </Part>
      {may("bankDetails.getForAdmin") && (
        <Part title="Bank details">
          <PayeeBankDetails userId={payout.userId} name={payout.fullName} />
        </Part>
      )}
      {may("payouts.log") && (
        <Part title="Log">
          <PayoutLog id={payout.id} />
        </Part>
      )}
    </>
  );
}

function Settled(props: { payout: ListedPayout }) {
  const { payout } = props;
  const seesReasons = useMayCall()("payouts.log");
  if (payout.state === "requested" || (payout.state === "rejected" && !seesReasons)) return null;
  const facts: Fact[] =
    payout.state === "paid" || payout.state === "returned"
      ? [
          ...(payout.state === "returned"
            ? [{ name: "Returned", value: "By the bank, so it is in the wallet again" }]
            : []),
          {
            name: "Paid on",
            value: payout.datePaid ? <DayText value={payout.datePaid} /> : "not recorded",
          },
          { name: "Bank reference", value: payout.reference ?? "none" },
          ...(payout.hasTaxInvoice
            ? [
                {
                  name: "Self-billed",
                  value: (
                    <TaxInvoiceLinks payoutId={payout.id} isCredited={payout.isInvoiceCredited} />
                  ),
                },
              ]
            : []),
        ]
      : [{ name: "Rejected", value: payout.reason ?? "Cleared (no reason given)" }];
  return <Facts facts={facts} />;
}

const kindNames: Readonly<Record<string, string>> = {
  own: "Own sales",
  upline: "Team sales",
  stockist: "Stockists’ orders",
  leader: "Leader bonus",
};

function Breakdown(props: { payout: ListedPayout }) {
  const { payout } = props;
  const lines = api.payouts.breakdown.useQuery({ id: payout.id });
  const money = (minor: number) => <MoneyText minor={minor} currency={payout.currency} />;
  return (
    <Loaded what="the breakdown" query={lines} lines={3} height={36}>
      {(loaded) => {
        const earned = loaded.reduce((sum, { amount }) => sum + amount, 0);
        const returned = payout.commission - earned;
        return (
          <Facts
            amounts
            facts={[
              ...loaded.map((line) => ({
                name: `${nameOfKind(line.kind)}, ${levelName(line.sellerLevel)} (${line.count})`,
                value: money(line.amount),
              })),
              returned !== 0 && {
                name: "Of payouts that the bank returned, and commission paid back",
                value: money(returned),
              },
              { name: "Commission", value: money(payout.commission), isSum: true },
              payout.credit !== 0 && {
                name: "Minus store credit",
                value: money(0 - payout.credit),
              },
              payout.withheld !== 0 && {
                name: "Minus tax withheld",
                value: money(0 - payout.withheld),
              },
              (payout.credit !== 0 || payout.withheld !== 0) && {
                name: "To pay",
                value: money(toBank(payout)),
                isSum: true,
              },
            ]}
          />
        );
      }}
    </Loaded>
  );
}

function nameOfKind(kind: string): string {
  const name = kindNames[kind.replace("reversal-of-", "")] ?? kind;
  return kind.startsWith("reversal-of-") ? `${name}, reversed` : name;
}

function levelName(level: number): string {
  return level === 4 ? "stockists" : `level ${level}`;
}

/** Bank details are fetched on demand only: each view is audited. */
function PayeeBankDetails(props: { userId: number; name: string }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          Viewing is logged.
        </Text>
        <Button variant="default" onClick={() => setShown(true)}>
          Show bank details
        </Button>
      </Group>
    );
  }
  return <ShownBankDetails userId={props.userId} name={props.name} />;
}

function ShownBankDetails(props: { userId: number; name: string }) {
  const words = useRegionWords();
  const details = api.bankDetails.getForAdmin.useQuery({ userId: props.userId }, readOnce);
  return (
    <Loaded what="the bank details" query={details} lines={3} height={36}>
      {(bank) =>
        bank === null ? (
          <Notice tone="warning" title={`${props.name} no longer has bank details`} />
        ) : (
          <Facts
            facts={[
              { name: "Bank", value: bank.bankName },
              { name: "Account name", value: bank.accountName },
              {
                name: "Account number",
                value: (
                  <Group gap="xs" justify="space-between">
                    <Text span inherit ff="monospace">
                      {bank.accountNumber}
                    </Text>
                    <CopyButton value={bank.accountNumber} what="account number" />
                  </Group>
                ),
              },
              { name: words.branchCode, value: bank.branchCode ?? "none" },
              { name: "Type", value: accountTypeWord(bank.chequeOrSavings, words) },
              bank.notes && { name: "Notes", value: bank.notes },
            ]}
          />
        )
      }
    </Loaded>
  );
}

type Entry = ApiOutputs["payouts"]["log"][number];

/** The events of a request, oldest first. */
function PayoutLog(props: { id: string }) {
  const log = api.payouts.log.useQuery({ id: props.id });
  return (
    <Loaded what="the log" query={log} lines={2} height={28}>
      {(entries) => (
        <Happenings
          happenings={entries.map((entry) => ({
            key: `${entry.at}-${entry.what}-${entry.byName}`,
            at: entry.at,
            icon: logIcons[entry.what],
            title: `${logWords(entry)}${entry.byName ? ` by ${entry.byName}` : ""}`,
            more: null,
          }))}
        />
      )}
    </Loaded>
  );
}

const logIcons: Readonly<Record<Entry["what"], typeof IconCheck>> = {
  requested: IconCashBanknote,
  approved: IconUserCheck,
  "in-batch": IconStack2,
  paid: IconCheck,
  corrected: IconPencil,
  returned: IconArrowBackUp,
  "return-undone": IconArrowForwardUp,
  credited: IconFileX,
  rejected: IconX,
};

function logWords({ what, note }: Entry): string {
  switch (what) {
    case "requested":
      return "Requested";
    case "approved":
      return "Approved";
    case "in-batch":
      return `Added to payout batch ${note ?? ""}`;
    case "paid":
      return note ? `Paid (${note})` : "Paid";
    case "corrected":
      return note ? `Payment corrected (${note})` : "Payment corrected";
    case "returned":
      return "Returned by the bank";
    case "return-undone":
      return "Return undone";
    case "credited":
      return note ? `Tax invoice credited: ${note}` : "Tax invoice credited";
    case "rejected":
      return note ? `Rejected: ${note}` : "Cleared";
  }
}
