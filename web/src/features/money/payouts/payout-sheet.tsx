import { Anchor, Button, Group, Menu, Stack, Text, Timeline } from "@mantine/core";
import {
  type Icon,
  IconCashBanknote,
  IconCheck,
  IconPencil,
  IconStack2,
  IconUserCheck,
  IconX,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { accountTypeWord, useRegionWords } from "../../../session/use-region-words.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import {
  ClearDialog,
  CorrectPaidDialog,
  MarkPaidDialog,
  RejectDialog,
  SecondPerson,
} from "./payout-decisions.tsx";
import { type ListedPayout, Part, PayoutStatus } from "./payout-parts.tsx";
import { PreflightLines } from "./preflight-lines.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";

/** One request: what speaks against paying it, what it is made of, where it goes, and the ways to settle it. */
export function PayoutSheet(props: { payout: ListedPayout; onClose: () => void }) {
  const { payout, onClose } = props;
  const [settling, setSettling] = useState<"pay" | "reject" | "clear" | "correct" | null>(null);
  const stop = () => setSettling(null);
  // What is in a batch is settled with it.
  const isFree = payout.state === "requested" && payout.batchId === null;
  return (
    <Sheet
      title={`Payout to ${payout.fullName}`}
      states={<PayoutStatus payout={payout} />}
      onClose={onClose}
      foot={
        payout.state === "paid" ? (
          <Button variant="default" onClick={() => setSettling("correct")}>
            Correct payment
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
      {settling === "correct" && <CorrectPaidDialog payout={payout} onClose={stop} />}
      {settling === "clear" && <ClearDialog payout={payout} onClose={stop} onCleared={onClose} />}
    </Sheet>
  );
}

function Payout({ payout }: { payout: ListedPayout }) {
  return (
    <>
      <div>
        <Text fz={30} fw={650} lh={1.2}>
          <MoneyText minor={payout.amount} currency={payout.currency} />
        </Text>
        <Text size="sm" c="dimmed">
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
        <Notice tone="warning" title="Bank details changed in the last 48 hours">
          Call {payout.fullName} on a known number to confirm them before you pay. This check ends
          at <DayText value={payout.bankDetailsHoldUntil} withTime />.
        </Notice>
      )}
      {payout.state === "requested" && (
        <Part title="Checks before paying">
          <PreflightLines lines={payout.preflight} currency={payout.currency} />
        </Part>
      )}
      <SecondPerson payout={payout} />
      <Part title="Breakdown">
        <Breakdown payout={payout} />
      </Part>
      <Part title="Bank details">
        <PayeeBankDetails userId={payout.userId} name={payout.fullName} />
      </Part>
      <Part title="Log">
        <PayoutLog id={payout.id} />
      </Part>
    </>
  );
}

function Settled(props: { payout: ListedPayout }) {
  const { payout } = props;
  if (payout.state === "requested") return null;
  const facts: Fact[] =
    payout.state === "paid"
      ? [
          {
            name: "Paid on",
            value: payout.datePaid ? <DayText value={payout.datePaid} /> : "not recorded",
          },
          { name: "Bank reference", value: payout.reference ?? "none" },
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
  if (!lines.data) {
    return lines.error ? (
      <Failure what="the breakdown" error={lines.error} onRetry={() => void lines.refetch()} />
    ) : (
      <Loading what="the breakdown" lines={3} height={36} />
    );
  }
  const money = (minor: number) => <MoneyText minor={minor} currency={payout.currency} />;
  return (
    <Facts
      amounts
      facts={[
        ...lines.data.map((line) => ({
          name: `${nameOfKind(line.kind)}, ${levelName(line.sellerLevel)} (${line.count})`,
          value: money(line.amount),
        })),
        { name: "Commission", value: money(payout.commission), isSum: true },
        ...(payout.credit === 0
          ? []
          : [
              { name: "Minus store credit", value: money(0 - payout.credit) },
              { name: "To pay", value: money(payout.amount), isSum: true },
            ]),
      ]}
    />
  );
}

function nameOfKind(kind: string): string {
  const taken = kind.startsWith("reversal-of-");
  const name = kindNames[kind.replace("reversal-of-", "")] ?? kind;
  return taken ? `${name}, reversed` : name;
}

function levelName(level: number): string {
  return level === 4 ? "stockists" : `level ${level}`;
}

/** Somebody else's account number is fetched on demand only: each look is written down. */
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
  return <Revealed userId={props.userId} name={props.name} />;
}

function Revealed(props: { userId: number; name: string }) {
  const words = useRegionWords();
  const details = api.bankDetails.getForAdmin.useQuery(
    { userId: props.userId },
    { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (details.data === undefined) {
    return details.error ? (
      <Failure
        what="the bank details"
        error={details.error}
        onRetry={() => void details.refetch()}
      />
    ) : (
      <Loading what="the bank details" lines={3} height={36} />
    );
  }
  if (details.data === null)
    return <Notice tone="warning" title={`${props.name} no longer has bank details`} />;

  const { bankName, accountName, accountNumber, branchCode, chequeOrSavings, notes } = details.data;
  return (
    <Facts
      facts={[
        { name: "Bank", value: bankName },
        { name: "Account name", value: accountName },
        {
          name: "Account number",
          value: (
            <Group gap="xs" justify="space-between">
              <Text span inherit ff="monospace">
                {accountNumber}
              </Text>
              <CopyButton value={accountNumber} what="account number" />
            </Group>
          ),
        },
        { name: words.branchCode, value: branchCode ?? "none" },
        { name: "Type", value: accountTypeWord(chequeOrSavings, words) },
        ...(notes ? [{ name: "Notes", value: notes }] : []),
      ]}
    />
  );
}

type Entry = ApiOutputs["payouts"]["log"][number];

/** What happened to a request, the earliest first. */
function PayoutLog(props: { id: string }) {
  const log = api.payouts.log.useQuery({ id: props.id });
  if (!log.data) {
    return log.error ? (
      <Failure what="the log" error={log.error} onRetry={() => void log.refetch()} />
    ) : (
      <Loading what="the log" lines={2} height={28} />
    );
  }
  return (
    <Timeline role="list" bulletSize={24} lineWidth={1} active={log.data.length} color="brand">
      {log.data.map((entry) => {
        const Icon = logIcons[entry.what];
        return (
          <Timeline.Item
            key={`${entry.at}-${entry.what}-${entry.byName}`}
            role="listitem"
            bullet={<Icon size={14} aria-hidden="true" />}
            title={`${logWords(entry)}${entry.byName ? ` by ${entry.byName}` : ""}`}
          >
            <Text size="sm" c="dimmed">
              <DayText value={entry.at} withTime />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

const logIcons: Readonly<Record<Entry["what"], Icon>> = {
  requested: IconCashBanknote,
  approved: IconUserCheck,
  "in-batch": IconStack2,
  paid: IconCheck,
  corrected: IconPencil,
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
    case "rejected":
      return note ? `Rejected: ${note}` : "Cleared";
  }
}
