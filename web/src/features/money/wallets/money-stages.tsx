import { DayText } from "../../../ui/day-text.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { Wallet } from "./wallet-screen.tsx";
import classes from "./money-stages.module.css";

type Stage = Readonly<{
  name: "Maturing" | "Payable" | "Requested";
  amount: number;
  note: React.ReactNode;
}>;

/** Where the unpaid commission stands on its way to the bank. All of it together is what is unpaid. */
export function MoneyStages(props: { wallet: Wallet }) {
  const { wallet } = props;
  const stages = stagesOf(wallet);
  const shown = stages.filter(({ amount }) => amount > 0);
  const sum = shown.reduce((total, { amount }) => total + amount, 0);
  return (
    <div className={classes.stages}>
      {sum > 0 && (
        <div className={classes.bar} aria-hidden="true">
          {shown.map(({ name, amount }) => (
            <span key={name} data-stage={name} style={{ flexGrow: amount / sum }} />
          ))}
        </div>
      )}
      <dl className={classes.list}>
        {stages.map(({ name, amount, note }) => (
          <div key={name} className={classes.stage} data-stage={name}>
            <dt>{name}</dt>
            <dd>
              <strong>
                <MoneyText minor={amount} currency={wallet.currency} />
              </strong>
              <span className={classes.note}>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A shop that holds nothing back has no maturing money to speak of. */
function stagesOf(wallet: Wallet): Stage[] {
  const { maturing, payable, requested, holdDays } = wallet;
  const stages: Stage[] = [
    { name: "Payable", amount: payable, note: payableNote(wallet) },
    { name: "Requested", amount: requested, note: requestedNote(wallet) },
  ];
  return holdDays === 0 && maturing === 0
    ? stages
    : [{ name: "Maturing", amount: maturing, note: maturingNote(wallet) }, ...stages];
}

function maturingNote({ maturingDays, holdDays, currency }: Wallet) {
  const [next] = maturingDays;
  if (!next) return `${daysWords(holdDays)} after a sale is paid it is payable`;
  return (
    <>
      <MoneyText minor={next.amount} currency={currency} /> of it from <DayText value={next.day} />
    </>
  );
}

function payableNote({ payable, payoutMinimum, openPayout, currency }: Wallet) {
  if (payable < 0) return "More was taken back than is left: the next sales make up for it";
  if (openPayout) return "For your next request";
  if (payoutMinimum === 0) return "You can ask for it";
  return (
    <>
      From <MoneyText minor={payoutMinimum} currency={currency} /> on you can ask for it
    </>
  );
}

function requestedNote({ openPayout }: Wallet) {
  if (!openPayout) return "No request is open";
  return (
    <>
      On <DayText value={openPayout.requestedAt} />; the office pays it next
    </>
  );
}

function daysWords(days: number): string {
  return days === 1 ? "One day" : `${days} days`;
}
