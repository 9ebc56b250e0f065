import {
  Box,
  Button,
  Collapse,
  Divider,
  Group,
  List,
  Paper,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { sendStatement } from "../../../ui/send-statement.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { ChooseFile } from "../../../ui/choose-file.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { StatusText, type Tone } from "../../../ui/facts.tsx";
import { Failure, Notice } from "../../../ui/feedback.tsx";
import { ReplayFindings } from "../ledger-health/replay-findings.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Run = ApiOutputs["monthEnd"]["runs"][number];

const pollMs = 1000;

/** Compares figures and files with the ledger, and rebuilds the figures from it. */
export function LedgerRuns({ currency }: { currency: Currency }) {
  const readScreenAgain = useReadAgain();
  const mayRun = useMayCall()("monthEnd.reconcile");
  const runs = api.monthEnd.runs.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.some((run) => run.state === "waiting") ? pollMs : false,
  });
  const [isConfirming, setIsConfirming] = useState(false);
  // Not awaited, so that the failure is shown at once.
  const onError = () => void readScreenAgain();
  const reconcile = useCommand(api.monthEnd.reconcile, { repeatable: true, onError });
  const file = useMutation({
    mutationFn: async (chosen: File) => {
      const sent = await sendStatement("/office/reconcile-cards", chosen, startedSchema);
      if ("failure" in sent) throw new Error(sent.failure);
    },
    onSuccess: readScreenAgain,
    onError,
  });
  const isBusy =
    reconcile.isPending ||
    file.isPending ||
    runs.data?.some(({ state }) => state === "waiting") === true;
  const failure = file.error?.message ?? (reconcile.error ? errorMessage(reconcile.error) : null);
  if (!mayRun && (runs.data ?? []).length === 0) return null;
  return (
    <Paper component="section" maw={760} aria-labelledby="ledger-runs">
      <Stack gap="sm" p="md">
        <Title order={2} id="ledger-runs">
          Reconcile
        </Title>
        <Text size="sm" c="dimmed">
          Compares all figures with the ledger, with the stored bank statements, or with a
          settlement file. Nothing is booked, and the file is not kept.
        </Text>
        {failure && (
          <Notice tone="bad" title="Not started">
            {failure}
          </Notice>
        )}
        {mayRun && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {[false, true].map((withBank) => (
              <Button
                key={String(withBank)}
                variant="default"
                disabled={isBusy}
                loading={reconcile.isPending && reconcile.variables?.withBank === withBank}
                onClick={() => {
                  file.reset();
                  reconcile.send({ withBank });
                }}
              >
                {withBank ? "Reconcile bank statements" : "Reconcile figures"}
              </Button>
            ))}
            <ChooseFile
              accept=".csv,text/csv"
              label="Reconcile settlement file"
              onChosen={(chosen) => {
                reconcile.reset();
                file.mutate(chosen);
              }}
            >
              {(button) => (
                <Button {...button} variant="default" disabled={isBusy}>
                  Reconcile settlement file
                </Button>
              )}
            </ChooseFile>
            <Button variant="default" disabled={isBusy} onClick={() => setIsConfirming(true)}>
              Rebuild figures
            </Button>
          </SimpleGrid>
        )}
      </Stack>
      {runs.error && !runs.data && (
        <Box p="md">
          <Failure what="the last runs" error={runs.error} onRetry={() => void runs.refetch()} />
        </Box>
      )}
      {runs.data && runs.data.length > 0 && (
        <Stack component="ul" gap={0} m={0} p={0} aria-label="Last runs">
          {runs.data.map((run, index) => (
            <RunRow key={run.id} run={run} currency={currency} isNewest={index === 0} />
          ))}
        </Stack>
      )}
      {isConfirming && <RebuildDialog acceptedHash={null} onClose={() => setIsConfirming(false)} />}
    </Paper>
  );
}

const startedSchema = z.object({ id: z.string() });

function RunRow(props: { run: Run; currency: Currency; isNewest: boolean }) {
  const { run, currency, isNewest } = props;
  const { tone, words } = outcomeOf(run);
  const [isOpen, setIsOpen] = useState(false);
  const hasDetails = run.state === "done" && tone !== "good";
  return (
    <Box component="li" maw="none" display="block">
      <Divider />
      <Stack gap="xs" px="md" py="sm">
        <Group justify="space-between" gap="xs">
          <Stack gap={0} miw={0}>
            <Text fw={550}>{titleOf(run)}</Text>
            <Text size="sm" c="dimmed">
              {run.askedBy}, <DayText value={run.askedAt} withTime />
            </Text>
          </Stack>
          {run.state === "waiting" ? (
            <Text size="sm" c="dimmed" role="status">
              {run.progress}%
            </Text>
          ) : (
            <StatusText tone={tone}>{words}</StatusText>
          )}
        </Group>
        {run.state === "waiting" && (
          <Progress value={run.progress} aria-label={`${titleOf(run)}: progress`} />
        )}
        {hasDetails && !isNewest && (
          <Group>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? "Hide differences" : "Show differences"}
            </Button>
          </Group>
        )}
        {hasDetails && (
          <Collapse expanded={isNewest || isOpen}>
            <Details run={run} currency={currency} isNewest={isNewest} />
          </Collapse>
        )}
      </Stack>
    </Box>
  );
}

function titleOf({ kind, statement }: Run): string {
  if (kind === "rebuild") return "Rebuild";
  if (statement === null) return "Figures";
  return statement === "bank" ? "Figures and bank statements" : "Figures and settlement file";
}

function outcomeOf(run: Run): Readonly<{ tone: Tone; words: string }> {
  const { state, kind, result, matching } = run;
  if (state === "failed") return { tone: "bad", words: "Did not finish, nothing changed" };
  if (result === null) return { tone: "neutral", words: "In progress" };
  if (kind === "rebuild")
    return result.isSwapped
      ? { tone: "good", words: "Rebuilt figures in use" }
      : { tone: "bad", words: "Differences found, nothing changed" };
  const matched = matching === null ? null : `${matching.matched} matched`;
  const isClean = matching === null || differences(matching) === 0;
  if (!result.isSound || !isClean) return { tone: "bad", words: "Differences found" };
  // Money without a reference cannot be matched: it is shown, but does not count as a difference.
  if (matching && matching.unreferenced.count > 0)
    return {
      tone: "waiting",
      words: `${matched}, ${matching.unreferenced.count} without a reference`,
    };
  return { tone: "good", words: matched ?? "Everything agrees" };
}

type Matching = NonNullable<Run["matching"]>;

function differences({ different, missingInLedger, missingInStatement }: Matching): number {
  return different.count + missingInLedger.count + missingInStatement.count;
}

function Details(props: { run: Run; currency: Currency; isNewest: boolean }) {
  const { run, currency, isNewest } = props;
  const { result, matching } = run;
  const [isAccepting, setIsAccepting] = useState(false);
  const mayRebuild = useMayCall()("monthEnd.rebuild");
  if (!result) return null;
  const hash = result.isSwapped ? null : result.hash;
  return (
    <Stack gap="sm">
      {matching && <MatchingLines matching={matching} currency={currency} />}
      {!result.isSound && <ReplayFindings replay={result} currency={currency} />}
      {mayRebuild && isNewest && hash !== null && (
        <Group>
          <Button variant="default" onClick={() => setIsAccepting(true)}>
            Apply this difference
          </Button>
        </Group>
      )}
      {isAccepting && <RebuildDialog acceptedHash={hash} onClose={() => setIsAccepting(false)} />}
    </Stack>
  );
}

function MatchingLines({ matching, currency }: { matching: Matching; currency: Currency }) {
  const money = (minor: number) => formatMoney(minor, currency);
  const lists = [
    {
      ...matching.different,
      title: "Different",
      lines: matching.different.first.map(
        ({ line, orderNumber, field, statement, ledger }) =>
          `Line ${line}, order ${orderNumber}: ${field} ${money(statement)} in the file, ${money(ledger)} in the ledger`,
      ),
    },
    {
      ...matching.missingInLedger,
      title: "Missing in the ledger",
      lines: matching.missingInLedger.first.map(
        ({ line, orderNumber, paymentId, amount }) =>
          `Line ${line}, ${orderNumber === null ? `payment ${paymentId}` : `order ${orderNumber}`}: ${money(amount)}`,
      ),
    },
    {
      ...matching.missingInStatement,
      title: "Missing in the file",
      lines: matching.missingInStatement.first.map(
        ({ orderNumber, amount, day }) =>
          `Order ${orderNumber}: ${money(amount)} on ${formatDay(day)}`,
      ),
    },
    {
      ...matching.unreferenced,
      title: "Without a reference",
      lines: matching.unreferenced.first.map(
        ({ line, amount }) => `Line ${line}: ${money(amount)}`,
      ),
    },
  ];
  return lists.map(
    ({ title, count, lines }) =>
      count > 0 && (
        <div key={title}>
          <Text size="sm" fw={550}>
            {title} ({count})
          </Text>
          <List size="sm">
            {lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
            {count > lines.length && <List.Item>and {count - lines.length} more</List.Item>}
          </List>
        </div>
      ),
  );
}

function RebuildDialog(props: { acceptedHash: string | null; onClose: () => void }) {
  const { acceptedHash, onClose } = props;
  const rebuild = useCommand(api.monthEnd.rebuild, { repeatable: true, onDone: onClose });
  const isAccepting = acceptedHash !== null;
  return (
    <ConfirmDialog
      title={isAccepting ? "Apply this difference?" : "Rebuild all figures?"}
      confirmLabel={isAccepting ? "Apply difference" : "Rebuild figures"}
      isBusy={rebuild.isPending}
      error={rebuild.error}
      onConfirm={() => rebuild.send({ acceptedHash })}
      onCancel={onClose}
    >
      <Text>
        {isAccepting
          ? "The figures are rebuilt from the ledger and put into use if they differ in exactly what is listed. Members see the new figures immediately."
          : "All figures are calculated again from the ledger while the shop goes on. They are put into use if nothing differs. If something does, you see it here and nothing changes."}
      </Text>
    </ConfirmDialog>
  );
}
