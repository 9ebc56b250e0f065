import { List, Text } from "@mantine/core";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { ApiOutputs } from "../../../api/api.ts";

type Found = Pick<
  NonNullable<ApiOutputs["ledgerHealth"]["get"]["replay"]>,
  "failure" | "members" | "memberCount" | "tables" | "broken"
>;

/** The differences between the figures and the ledger that a check or run found. */
export function ReplayFindings({ replay, currency }: { replay: Found; currency: Currency }) {
  const more = replay.memberCount - replay.members.length;
  return (
    <List size="sm" spacing={6}>
      {replay.failure !== null && <List.Item>{replay.failure}</List.Item>}
      {replay.members.map(({ memberId, fullName, figures, tables, firstEvent }) => (
        <List.Item key={memberId}>
          <strong>
            {fullName || "A member"} ({memberId})
          </strong>
          {figures.length > 0
            ? figures.map(({ name, old, new: replayed }) => (
                <Text span inherit display="block" key={name}>
                  {name}: {formatMoney(old, currency)} shown, {formatMoney(replayed, currency)} in
                  the ledger
                </Text>
              ))
            : `: rows differ in ${tables.join(", ")}`}
          {firstEvent && (
            <Text span inherit display="block">
              First at position {firstEvent.position}, {firstEvent.type}
            </Text>
          )}
        </List.Item>
      ))}
      {more > 0 && <List.Item>and {more} more members</List.Item>}
      {replay.tables.map(({ table, differing, examples }) => (
        <List.Item key={table}>
          <strong>{table}</strong>: {differing === 1 ? "1 row differs" : `${differing} rows differ`}{" "}
          ({examples.slice(0, 3).join(", ")})
        </List.Item>
      ))}
      {replay.broken.map(({ law, subject, detail }) => (
        <List.Item key={`${law} ${subject}`}>
          <strong>{law}</strong>: failed for {subject} ({detail})
        </List.Item>
      ))}
    </List>
  );
}
