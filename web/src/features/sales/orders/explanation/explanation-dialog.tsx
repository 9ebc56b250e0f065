import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../../api/api.ts";
import { DayText } from "../../../../ui/days.tsx";
import { Sheet } from "../../../../ui/sheet.tsx";
import { Facts } from "../../../../ui/facts.tsx";
import { Failure, Loading } from "../../../../ui/feedback.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";
import classes from "./explanation.module.css";

type Explained = ApiOutputs["commissions"]["explain"];
type Step = Explained["explanation"]["steps"][number];
type Entry = Step["entries"][number];

/** Every entry of an order with the rule, the rate, the value and the rounding that made it. */
function ExplanationDialog(props: { uuid: string; orderNumber: number; onClose: () => void }) {
  const explained = api.commissions.explain.useQuery({ uuid: props.uuid });
  return (
    <Sheet title={`Why each cent of order ${props.orderNumber}`} onClose={props.onClose}>
      {explained.data ? (
        <Explanation explained={explained.data} />
      ) : explained.error ? (
        <Failure
          what="the explanation"
          error={explained.error}
          onRetry={() => void explained.refetch()}
        />
      ) : (
        <Loading what="the explanation" lines={6} />
      )}
    </Sheet>
  );
}

function Explanation(props: { explained: Explained }) {
  const { explanation, productNames } = props.explained;
  const { order, lines, steps } = explanation;
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  const told = steps.filter(({ entries, unwritten }) => entries.length + unwritten.length > 0);
  return (
    <div className={classes.sheet}>
      <section className={classes.part}>
        <h3 className={classes.heading}>What it is reckoned on</h3>
        <p className={classes.hint}>
          Each line without its VAT of {order.vatBps / 100} %, rounded to the cent. Delivery counts
          for nothing.
        </p>
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
          <p className={classes.hint}>
            All commission of the order comes to no more than {money(order.paidGoods)}: what was
            paid for these goods, without VAT.
          </p>
        )}
      </section>
      {!order.live && <p className={classes.plain}>A test order: it earns nothing.</p>}
      {order.live && told.length === 0 && (
        <p className={classes.plain}>
          Nobody earned anything with this order
          {order.paidAt === null ? " yet: it is not paid" : ""}.
        </p>
      )}
      {told.map((step) => (
        <StepPart key={step.position} step={step} explained={props.explained} />
      ))}
    </div>
  );
}

const stepWords: Partial<Record<Step["type"], string>> = {
  OrderPaid: "The order was paid",
  PaymentRefunded: "Money was given back",
  OrderReassigned: "The order went to another seller",
};

function StepPart(props: { step: Step; explained: Explained }) {
  const { step, explained } = props;
  const { currency } = explained.explanation.order;
  const nameOf = (id: number): string => explained.memberNames[id] ?? `Member ${id}`;
  const network = step.tree.map(({ userId, level }) => `${nameOf(userId)} (level ${level})`);
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{stepWords[step.type] ?? step.type}</h3>
      <p className={classes.hint}>
        <DayText value={step.occurredAt} withTime />, place {step.position} in the ledger. The
        network then: {network.length === 0 ? "nobody" : network.join(", below ")}. By{" "}
        {step.planPosition === 0
          ? "the plan of the beginning"
          : `the plan of place ${step.planPosition}`}
        .
      </p>
      <ul className={classes.entries}>
        {step.entries.map((entry) => (
          <li key={entry.entryNo}>
            <p className={classes.entry}>
              <strong>{nameOf(entry.beneficiaryId)}</strong>
              <strong>
                <MoneyText minor={entry.amount} currency={currency} />
              </strong>
            </p>
            <p className={classes.plain}>{entry.rule}</p>
            <p className={classes.hint}>
              {reckoning(entry, (minor) => formatMoney(minor, currency))}
            </p>
          </li>
        ))}
        {step.unwritten.map((share) => (
          <li key={`${share.beneficiaryId} ${share.rule}`}>
            <p className={classes.entry}>
              <span>Nobody, instead of {nameOf(share.beneficiaryId)}</span>
              <s>
                <MoneyText minor={share.amount} currency={currency} />
              </s>
            </p>
            <p className={classes.plain}>{share.rule}</p>
            <p className={classes.hint}>{share.reason}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The sum as somebody would do it by hand, in cents at the end. */
function reckoning(entry: Entry, money: (minor: number) => string): string {
  const { value, rateBps, exact, reverses, uncapped } = entry;
  const amount = uncapped ?? entry.amount;
  const exactly = (exact.numerator / exact.denominator).toFixed(4).replace(/\.?0+$/, "");
  const rounded = exact.numerator % exact.denominator === 0 ? "" : `, rounded to ${amount}`;
  if (!reverses) {
    const capped = uncapped === null ? "" : `; ${money(uncapped - entry.amount)} taken off`;
    return `${money(value)} × ${rateBps / 100} % = ${exactly} cents${rounded}${capped}`;
  }
  const { share, reversedBefore } = reverses;
  return `${money(reversedBefore)} taken back before, less ${money(reverses.amount)} × ${share.numerator} ÷ ${share.denominator} = ${exactly} cents${rounded}`;
}

/** Opens why each cent of an order's commission went where. */
export function ExplainButton(props: { uuid: string; orderNumber: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Why each cent
      </Button>
      {isOpen && <ExplanationDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
