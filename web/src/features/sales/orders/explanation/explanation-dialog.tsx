import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { api, type ApiOutputs } from "../../../../api/api.ts";
import { useRegionWords } from "../../../../session/use-region-words.ts";
import { DayText } from "../../../../ui/days.tsx";
import { Sheet } from "../../../../ui/sheet.tsx";
import { Facts } from "../../../../ui/facts.tsx";
import { Loaded } from "../../../../ui/feedback.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";

type Explained = ApiOutputs["commissions"]["explain"];
type Step = Explained["explanation"]["steps"][number];
type Entry = Step["entries"][number];

/** Every commission entry of an order with its rule, rate, value and rounding. */
export function ExplanationDialog(props: {
  uuid: string;
  orderNumber: number;
  onClose: () => void;
}) {
  const explained = api.commissions.explain.useQuery({ uuid: props.uuid });
  return (
    <Sheet title={`Commission on order ${props.orderNumber}`} onClose={props.onClose}>
      <Loaded what="the explanation" query={explained} lines={6}>
        {(loaded) => <Explanation explained={loaded} />}
      </Loaded>
    </Sheet>
  );
}

function Explanation(props: { explained: Explained }) {
  const { explanation, productNames } = props.explained;
  const { order, lines, steps } = explanation;
  const { priceTax } = useRegionWords();
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  const shownSteps = steps.filter(
    ({ entries, unwritten }) => entries.length + unwritten.length > 0,
  );
  return (
    <Stack gap="lg">
      <Stack component="section" gap={8}>
        <Title order={3}>Commissionable value</Title>
        <Text size="sm" c="dimmed">
          Each line excludes {order.vatBps / 100}% {priceTax} and is rounded to the cent. Delivery
          earns no commission.
        </Text>
        <Facts
          amounts
          facts={[
            ...lines
              .filter(({ commissionPrice }) => commissionPrice > 0)
              .map(({ productId, quantity, commissionPrice, value }) => ({
                name: `${quantity} × ${productNames[productId] ?? `Product ${productId}`} at ${formatMoney(commissionPrice, order.currency)}`,
                value: money(value),
              })),
            { name: "Value", value: money(order.value), isSum: true },
          ]}
        />
        {order.paidGoods < order.value && (
          <Text size="sm" c="dimmed">
            Commission on this order is limited to {money(order.paidGoods)}, the amount paid for the
            goods excl. {priceTax}.
          </Text>
        )}
      </Stack>
      {!order.live && <Text>This is a test order. It earns no commission.</Text>}
      {order.live && shownSteps.length === 0 && (
        <Text>
          {order.paidAt === null
            ? "No commission yet: this order is not paid."
            : "No one earned commission on this order."}
        </Text>
      )}
      {shownSteps.map((step) => (
        <StepPart key={step.position} step={step} explained={props.explained} />
      ))}
    </Stack>
  );
}

const stepWords: Partial<Record<Step["type"], string>> = {
  OrderPaid: "Order paid",
  PaymentRefunded: "Order refunded",
  PaymentUndone: "Payment undone",
  OrderReassigned: "Order reassigned",
};

function StepPart(props: { step: Step; explained: Explained }) {
  const { step, explained } = props;
  const { currency } = explained.explanation.order;
  const nameOf = (id: number): string => explained.memberNames[id] ?? `Member ${id}`;
  const network = step.tree.map(({ userId, level }) => `${nameOf(userId)} (level ${level})`);
  return (
    <Stack component="section" gap={8}>
      <Title order={3}>{stepWords[step.type] ?? step.type}</Title>
      <Text size="sm" c="dimmed">
        <DayText value={step.occurredAt} withTime />, ledger position {step.position}. Upline at the
        time: {network.length === 0 ? "none" : network.join(", under ")}. Rates:{" "}
        {step.planPosition === 0
          ? "the original plan"
          : `the plan at ledger position ${step.planPosition}`}
        .
      </Text>
      <Stack component="ul" gap="sm" m={0} p={0}>
        {step.entries.map((entry) => (
          <Card component="li" key={entry.entryNo} padding="sm">
            <Group justify="space-between" wrap="nowrap" fw={600}>
              <span>{nameOf(entry.beneficiaryId)}</span>
              <MoneyText minor={entry.amount} currency={currency} />
            </Group>
            <Text size="sm">{entry.rule}</Text>
            <Text size="sm" c="dimmed">
              {calculation(entry, (minor) => formatMoney(minor, currency))}
            </Text>
          </Card>
        ))}
        {step.unwritten.map((share) => (
          <Card component="li" key={`${share.beneficiaryId} ${share.rule}`} padding="sm">
            <Group justify="space-between" wrap="nowrap">
              <span>Not paid: {nameOf(share.beneficiaryId)}</span>
              <s>
                <MoneyText minor={share.amount} currency={currency} />
              </s>
            </Group>
            <Text size="sm">{share.rule}</Text>
            <Text size="sm" c="dimmed">
              {share.reason}
            </Text>
          </Card>
        ))}
      </Stack>
    </Stack>
  );
}

/** The calculation as done by hand, with the result in cents. */
function calculation(entry: Entry, money: (minor: number) => string): string {
  const { value, rateBps, exact, reverses, uncapped } = entry;
  const amount = uncapped ?? entry.amount;
  const exactly = (exact.numerator / exact.denominator).toFixed(4).replace(/\.?0+$/, "");
  const rounded = exact.numerator % exact.denominator === 0 ? "" : `, rounded to ${amount}`;
  if (!reverses) {
    const capped = uncapped === null ? "" : `; ${money(uncapped - entry.amount)} over the limit`;
    return `${money(value)} × ${rateBps / 100}% = ${exactly} cents${rounded}${capped}`;
  }
  const { share, reversedBefore } = reverses;
  return `${money(reversedBefore)} already reversed, minus ${money(reverses.amount)} × ${share.numerator} ÷ ${share.denominator} = ${exactly} cents${rounded}`;
}
