import { IconCheck } from "@tabler/icons-react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { profilePath, profileSectionPath } from "../../../session/paths.ts";
import { type SignedInUser, useSession } from "../../../session/session.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StockistCard } from "../../../ui/stockist-card.tsx";
import { SiteCopy } from "../../../session/site-copy.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import classes from "./accounts.module.css";

type Step = Readonly<{
  title: string;
  text: string;
  path: string;
  link: string;
  /** The label of the link once the step is done. */
  doneLink: string;
  /** Undefined until the server has answered. */
  isDone: boolean | undefined;
}>;

/** The first page of a new member: the next steps, with those that are done ticked. */
export function LandingScreen() {
  const session = useSession();
  if (session.state !== "signed-in") return null;
  const { user } = session;
  return user.role === "distributor" ? <ForDistributor user={user} /> : <ForStockist user={user} />;
}

function ForDistributor({ user }: { user: SignedInUser }) {
  const profile = useProfileStep(user);
  const order = useOrderStep("/distributor/my-orders");
  const details = api.bankDetails.get.useQuery();
  const bank: Step = {
    title: "Your bank details",
    text: "We pay your commission into this account.",
    path: profileSectionPath(user.role, "bank-details"),
    link: "Add bank details",
    doneLink: "View bank details",
    isDone: details.data === undefined ? undefined : details.data !== null,
  };
  return <Landing user={user} steps={[profile, bank, order]} />;
}

function ForStockist({ user }: { user: SignedInUser }) {
  const profile = useProfileStep(user);
  const order = useOrderStep("/stockist/my-orders");
  const addresses = api.addresses.list.useQuery({});
  const recipients: Step = {
    title: "Your recipients",
    text: "Save the people you send orders to.",
    path: "/stockist/my-address-book",
    link: "Add recipient",
    doneLink: "View recipients",
    isDone: addresses.data && addresses.data.length > 0,
  };
  const card = api.wallet.stockistCard.useQuery({});
  return (
    <Landing user={user} steps={[profile, recipients, order]}>
      {card.data && card.data.totalUnits !== 0 && <StockistCard figures={card.data} isOwn />}
    </Landing>
  );
}

function useProfileStep(user: SignedInUser): Step {
  const { data } = api.profile.get.useQuery();
  const { cellNumber } = useRegionWords();
  return {
    title: "Your profile",
    text: `Your name, email, ${cellNumber.toLowerCase()} and area.`,
    path: profilePath(user.role),
    link: "Complete profile",
    doneLink: "View profile",
    isDone: data && data.cellNumber !== "" && (!data.hasArea || data.distributorArea !== ""),
  };
}

function useOrderStep(ordersPath: string): Step {
  const { data } = api.orders.mine.useQuery({ page: 1, pageSize: 1 });
  const isDone = data && data.total > 0;
  return {
    title: "Your first order",
    text: "Choose a quantity and a recipient.",
    path: isDone ? ordersPath : "/",
    link: "Place order",
    doneLink: "View orders",
    isDone,
  };
}

function Landing(props: {
  user: SignedInUser;
  steps: readonly Step[];
  children?: React.ReactNode;
}) {
  const left = props.steps.filter(({ isDone }) => isDone === false).length;
  const isAllDone = props.steps.every(({ isDone }) => isDone === true);
  return (
    <div className={`${classes.profile} stack`}>
      <PageHeader title="Welcome" heading={`Welcome, ${props.user.firstName}`} />
      <p className="quiet" role="status">
        {isAllDone
          ? "You’re all set."
          : left === 0
            ? "Your registration is complete."
            : `Your registration is complete. ${left} ${left === 1 ? "step" : "steps"} left.`}
      </p>
      <SiteCopy
        name={
          props.user.role === "distributor" ? "distributor-landing.intro" : "stockist-landing.intro"
        }
      />
      <ol className="stack">
        {props.steps.map((step, at) => (
          <LandingStep key={step.title} step={step} number={at + 1} />
        ))}
      </ol>
      {props.children}
    </div>
  );
}

function LandingStep({ step, number }: { step: Step; number: number }) {
  return (
    <li className={`${classes.step} card row`} data-done={step.isDone || undefined}>
      <span className="number" aria-hidden="true">
        {step.isDone ? <IconCheck size={14} stroke={3} /> : number}
      </span>
      <div className="grow">
        <h2>
          {step.title}
          {step.isDone && <span className="quiet small"> Done</span>}
        </h2>
        <p className="quiet">{step.text}</p>
        <Link href={step.path} className="link">
          {step.isDone ? step.doneLink : step.link}
        </Link>
      </div>
    </li>
  );
}
