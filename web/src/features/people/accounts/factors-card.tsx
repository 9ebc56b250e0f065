import { Button } from "@mantine/core";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { ErrorNotice, Loaded, Notice, showToast } from "../../../ui/feedback.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { SetUpFactor } from "./set-up-factor.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Listed = ApiOutputs["factors"]["state"]["factors"][number];

/** An admin's passkeys, apps and recovery codes, in the profile. */
export function FactorsCard(props: { user: SignedInUser }) {
  const state = api.factors.state.useQuery();
  const readScreenAgain = useReadAgain();
  const [isAdding, setAdding] = useState(false);
  const mayChange = !useIsImpersonated();
  const done = async () => {
    setAdding(false);
    showToast("Done!");
    await readScreenAgain();
  };
  return (
    <section className="card stack" aria-labelledby="second-step">
      <div className="row spread">
        <h2 id="second-step">Second step</h2>
        {!isAdding && mayChange && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add a passkey or app
          </Button>
        )}
      </div>
      <p className="quiet">
        After your password you confirm with one of these, and before you change money or people.
      </p>
      {isAdding ? (
        <SetUpFactor user={props.user} onDone={() => void done()} />
      ) : (
        <Loaded query={state} what="your sign-in methods" lines={2} height={48}>
          {({ factors, recoveryCodesLeft }) =>
            factors.length === 0 ? (
              <Notice tone="warning" title="Your account has a password only">
                <p>Add a passkey or an app, so that your password alone opens nothing.</p>
              </Notice>
            ) : (
              <>
                <ul className="plain">
                  {factors.map((factor) => (
                    <FactorRow key={factor.id} factor={factor} isOnly={factors.length === 1} />
                  ))}
                </ul>
                <Recovery left={recoveryCodesLeft} />
              </>
            )
          }
        </Loaded>
      )}
    </section>
  );
}

function FactorRow(props: { factor: Listed; isOnly: boolean }) {
  const { id, kind, name, madeAt, lastUsedAt } = props.factor;
  const mayRemove = !useIsImpersonated();
  const remove = useCommand(api.factors.remove, { repeatable: true, done: "Removed!" });
  const what = kind === "passkey" ? "Passkey" : "App with codes";
  return (
    <li className="row spread">
      <div className="grow">
        <p>
          {what}, {name}
        </p>
        <p className="quiet">
          {lastUsedAt === null ? (
            <>
              Added <DayText value={madeAt} withTime />
            </>
          ) : (
            <>
              Last used <DayText value={lastUsedAt} withTime />
            </>
          )}
        </p>
        <ErrorNotice error={remove.error} />
      </div>
      {!props.isOnly && mayRemove && (
        <Button
          variant="default"
          aria-label={`Remove ${what}, ${name}`}
          loading={remove.isPending}
          onClick={() => remove.send({ id })}
        >
          Remove
        </Button>
      )}
    </li>
  );
}

function Recovery(props: { left: number }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [areKept, setKept] = useState(false);
  const mayRenew = !useIsImpersonated();
  const renew = useCommand(api.factors.renewRecoveryCodes, {
    repeatable: true,
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const { question } = useUnsavedGuard(codes !== null && !areKept, {
    title: "Leave without your recovery codes?",
    words: "We cannot show these codes again.",
    confirm: "Leave without codes",
    stay: "Stay",
  });
  if (codes)
    return (
      <>
        <RecoveryCodes codes={codes} onTick={setKept} onKept={() => setCodes(null)} />
        {question}
      </>
    );
  return (
    <div className="row spread">
      <p className="grow">
        {props.left === 1 ? "1 recovery code left" : `${props.left} recovery codes left`}
      </p>
      <ErrorNotice error={renew.error} />
      {mayRenew && (
        <Button variant="default" loading={renew.isPending} onClick={() => renew.send()}>
          Make new codes
        </Button>
      )}
    </div>
  );
}
