import { percentWords } from "@portal/shared/network/commission-words.ts";
import { Grid, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { agoWords, DayText, formatInstant } from "../../../ui/days.tsx";
import { Facts, StatusText, type Tone } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { ReplayFindings } from "./replay-findings.tsx";
import type { ApiOutputs } from "../../../api/api.ts";

export type LedgerHealth = ApiOutputs["ledgerHealth"]["get"];

/** Hash chain and seals of the ledger. */
export function ChainPart({ health }: { health: LedgerHealth }) {
  const { chain, head, seals, now } = health;
  const damage = chain?.damage ?? null;
  return (
    <Part
      title="Ledger integrity"
      isWide={damage !== null}
      tone={chain === null ? "neutral" : damage ? "bad" : "good"}
      state={chain === null ? "Not known" : damage ? "Damaged" : "Intact"}
    >
      {damage && (
        <Text size="sm">
          Position {damage.position} ({damage.what}): {damage.explanation}
        </Text>
      )}
      {damage?.needsVerify && (
        <Text size="sm">
          Run <code>npm run finance -- verify</code>. Payouts stay stopped until it finds no damage.
        </Text>
      )}
      <Facts
        facts={[
          { name: "Events in the ledger", value: head.position },
          { name: "Verified up to position", value: chain?.through ?? 0 },
          {
            name: "Last full check",
            value: chain?.wholeAt ? <DayText value={chain.wholeAt} withTime /> : "Not yet",
          },
          {
            name: "Sealed up to position",
            value:
              seals.sealedAt === null ? (
                "None yet"
              ) : (
                <>
                  {seals.throughPosition}, <DayText value={seals.sealedAt} withTime />
                </>
              ),
          },
        ]}
      />
      <CheckedText check={chain} now={now} />
    </Part>
  );
}

/** The projections compared with a replay of the ledger, and the money checks. */
export function ReplayPart({ health }: { health: LedgerHealth }) {
  const { replay, projections, now } = health;
  const behind = Math.max(0, ...projections.map(({ lag }) => lag));
  const stopped = projections.filter(({ failure }) => failure !== null);
  const isSound = replay?.isSound === true && behind === 0;
  return (
    <Part
      title="Figures check"
      isWide={replay?.isSound === false}
      tone={replay === null ? "neutral" : isSound ? "good" : replay.isSound ? "waiting" : "bad"}
      state={replay === null ? "Not known" : replay.isSound ? "Match" : "Do not match"}
    >
      <Facts
        facts={[
          {
            name: "Not yet processed",
            value: behind === 0 ? "None" : behind === 1 ? "1 event" : `${behind} events`,
          },
          {
            name: "Money checks",
            value:
              replay === null ? "Not known" : replay.broken.length === 0 ? "All passed" : "Failed",
          },
        ]}
      />
      {stopped.map(({ name, failure }) => (
        <Text size="sm" key={name}>
          The figures of {name} stopped at position {failure?.position}: {failure?.message}
        </Text>
      ))}
      {replay && !replay.isSound && <ReplayFindings replay={replay} currency={health.currency} />}
      <CheckedText check={replay} now={now} />
    </Part>
  );
}

/** Commission of members' sales compared with the limits of the plan. */
export function PlanPart({ health }: { health: LedgerHealth }) {
  const { plan, currency, now } = health;
  const { value, chain, leader, outside } = plan;
  const count = outside?.count ?? 0;
  return (
    <Part
      title="Commission limit"
      isWide={count > 0}
      tone={outside === null ? "neutral" : count === 0 ? "good" : "bad"}
      state={
        outside === null
          ? "Not known"
          : count === 0
            ? "All sales within the limit"
            : `${count} ${count === 1 ? "sale" : "sales"} over the limit`
      }
    >
      <Facts
        facts={[
          { name: "Members’ sales", value: <MoneyText minor={value} currency={currency} /> },
          {
            name: "Own and upline",
            value: `${shareWords(chain, value)} of at most ${percentWords(plan.chainCeilingBps)}`,
          },
          {
            name: "Leader bonus",
            value: `${shareWords(leader, value)} of at most ${percentWords(plan.leaderCeilingBps)}`,
          },
        ]}
      />
      {outside && count > 0 && (
        <List size="sm" spacing={6}>
          {outside.sales.map((sale) => (
            <List.Item key={`${sale.position}`}>
              <Link href={`/admin/orders?order=${sale.orderId}`}>Order {sale.orderNumber}</Link>:{" "}
              {formatMoney(sale.chain + sale.leader, currency)} on{" "}
              {formatMoney(sale.value, currency)}, {shareWords(sale.chain, sale.value)} and{" "}
              {shareWords(sale.leader, sale.value)}
            </List.Item>
          ))}
          {count > outside.sales.length && (
            <List.Item>and {count - outside.sales.length} older</List.Item>
          )}
        </List>
      )}
      <CheckedText check={outside} now={now} />
    </Part>
  );
}

/** Whether all money above the limit was decided by two admins. */
export function DecisionsPart({ health: { decisions, currency, now } }: { health: LedgerHealth }) {
  const count = decisions?.count ?? 0;
  return (
    <Part
      title="Second approval"
      isWide={count > 0}
      tone={decisions === null ? "neutral" : count === 0 ? "good" : "bad"}
      state={
        decisions === null
          ? "Not known"
          : count === 0
            ? "No money without it"
            : `${count} without approval`
      }
    >
      {decisions && count === 0 && (
        <Text size="sm">
          Money above the limit names the decision of two admins, and signatures verify.
        </Text>
      )}
      {decisions && count > 0 && (
        <>
          <List size="sm" spacing={6}>
            {decisions.events.map(({ position, type, sum, above }) => (
              <List.Item key={position}>
                Event {position} ({type}): {formatMoney(sum, currency)} in all, above the limit of{" "}
                {formatMoney(above, currency)}
              </List.Item>
            ))}
            {decisions.unsigned.map((id) => (
              <List.Item key={id}>Decision {id}: its signature does not verify</List.Item>
            ))}
          </List>
          <Text size="sm">
            No other admin approved this. Find out who wrote to the database. If it is as it should
            be, your system administrator lets payouts go on with{" "}
            <code>npm run db -- accept-undecided</code>.
          </Text>
        </>
      )}
      <CheckedText check={decisions} now={now} />
    </Part>
  );
}

/** Received money that is not matched yet. */
export function ClearingPart({ health: { clearing, currency } }: { health: LedgerHealth }) {
  const { overpaid, underpaid, bankLines, notifications } = clearing;
  const count = overpaid.count + underpaid.count + bankLines.count + notifications.count;
  const fact = (path: string, name: string, found: { count: number; sum?: number }) => ({
    name,
    value:
      found.count === 0 ? (
        "None"
      ) : (
        <Link href={path}>
          {found.count}
          {found.sum !== undefined && (
            <>
              , <MoneyText minor={found.sum} currency={currency} />
            </>
          )}
        </Link>
      ),
  });
  return (
    <Part
      title="Open items"
      tone={count === 0 ? "good" : "waiting"}
      state={count === 0 ? "None" : `${count} open`}
    >
      <Facts
        facts={[
          fact("/admin/orders?state=overpaid", "Overpaid orders", overpaid),
          fact("/admin/orders?state=underpaid", "Partly paid orders", underpaid),
          fact("/admin/bank-payments", "Bank payments to match", bankLines),
          fact(
            "/admin/card-notifications?state=parked",
            "Unresolved card notifications",
            notifications,
          ),
        ]}
      />
    </Part>
  );
}

/** The newest backup, and the database that reports are read from. */
export function DatabasePart({ health }: { health: LedgerHealth }) {
  const { backupAt, reads, now } = health;
  const isOld = backupAt !== null && Date.parse(now) - Date.parse(backupAt) > backupAgeMaxMs;
  const isFallback = reads.fallback === "away" || reads.fallback === "behind";
  return (
    <Part
      title="Backup and replica"
      tone={backupAt === null || isOld || isFallback ? "waiting" : "good"}
      state={
        backupAt === null
          ? "No nightly backup yet"
          : isOld
            ? "Backup is old"
            : isFallback
              ? "Replica not used"
              : "In order"
      }
    >
      <Facts
        facts={[
          {
            name: "Newest nightly backup",
            value: backupAt === null ? "None yet" : <DayText value={backupAt} withTime />,
          },
          { name: "Reports are read from", value: readWords(reads) },
        ]}
      />
    </Part>
  );
}

/** As in the alert of deploy/prometheus/rules.yml. */
const backupAgeMaxMs = 26 * 3_600_000;

function readWords({ from, ageSeconds, fallback }: LedgerHealth["reads"]): string {
  if (from === "replica") return `The replica, ${secondsWords(ageSeconds ?? 0)} behind`;
  if (fallback === "away") return "The main database. The replica does not answer.";
  if (fallback === "behind")
    return `The main database. The replica is ${secondsWords(ageSeconds ?? 0)} behind.`;
  return "The main database";
}

function secondsWords(seconds: number): string {
  const whole = Math.round(seconds);
  return whole === 1 ? "1 second" : `${whole} seconds`;
}

function Part(props: {
  title: string;
  tone: Tone;
  state: string;
  children: ReactNode;
  isWide?: boolean;
}) {
  const id = useId();
  return (
    <Grid.Col span={{ base: 12, md: props.isWide ? 12 : 6 }}>
      <Paper component="section" aria-labelledby={id} p="md" h="100%">
        <Stack h="100%">
          <Group justify="space-between" gap="xs">
            <Title order={2} id={id}>
              {props.title}
            </Title>
            <StatusText tone={props.tone}>{props.state}</StatusText>
          </Group>
          {props.children}
        </Stack>
      </Paper>
    </Grid.Col>
  );
}

/** Time of the check, relative to the server's clock, and its position in the ledger. */
function CheckedText(props: {
  check: Readonly<{ checkedAt: string; position: number }> | null;
  now: string;
}) {
  if (!props.check)
    return (
      <Text size="xs" c="dimmed" mt="auto">
        Not checked yet.
      </Text>
    );
  const { checkedAt, position } = props.check;
  return (
    <Text size="xs" c="dimmed" mt="auto">
      Checked{" "}
      <time dateTime={checkedAt} title={formatInstant(checkedAt)}>
        {agoWords(checkedAt, new Date(props.now))}
      </time>{" "}
      at position {position}.
    </Text>
  );
}

/** "17.4%"; "0%" where the whole is 0. */
function shareWords(part: number, whole: number): string {
  return whole === 0 ? "0%" : percentWords(Math.round((part / whole) * 10_000));
}
