// /register: emails a login link to new members and to those who forgot their password.
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { acknowledgementKeys, session } from '#shared/contract/session.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { DevelopmentBanner } from '#client/ui/DevelopmentBanner.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { EmailField } from '#client/ui/TextField.tsx';
import { acknowledgements, type AcknowledgementKey } from './acknowledgements.ts';

const missingText = 'Acceptance of all of the acknowledgements above are required.';

export function RegisterScreen() {
  const [email, setEmail] = useState('');
  const [accepted, setAccepted] = useState<readonly AcknowledgementKey[]>([]);
  const [isChecked, setChecked] = useState(false);
  const request = useMutation({
    mutationFn: () => call(session.postRegister, { body: { email: email.trim(), acknowledgements: [...accepted] } }),
  });
  const isAllAccepted = acknowledgementKeys.every((key) => accepted.includes(key));
  const emailError = email.includes('@') ? null : 'Please enter your email address';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isAllAccepted && emailError === null) request.mutate();
  };
  const accept = (key: AcknowledgementKey, isOn: boolean): void =>
    setAccepted((current) => (isOn ? [...current, key] : current.filter((other) => other !== key)));

  return (
    <Page title="Register / Recover Login" width="narrow">
      <DevelopmentBanner />
      <p className="soft">
        Tell us where to send a login link. It logs you in, or creates your account if you don’t have one. You don’t need a
        password.
      </p>
      <form className="card" onSubmit={submit} noValidate>
        <EmailField value={email} onValue={setEmail} error={isChecked ? emailError : null} readOnly={request.isSuccess} />
        <fieldset className="stack" disabled={request.isSuccess}>
          <legend className="field-legend">Acknowledgements</legend>
          {acknowledgementKeys.map((key) => (
            <Checkbox
              key={key}
              name={key}
              label={<strong>{acknowledgements[key].title}</strong>}
              help={acknowledgements[key].text}
              isOn={accepted.includes(key)}
              onChange={(isOn) => accept(key, isOn)}
            />
          ))}
        </fieldset>
        {!isAllAccepted && <p className={isChecked ? 'field-error' : 'field-help'}>{missingText}</p>}
        {request.isPending && <Notice tone="warning">Requesting...</Notice>}
        {request.isError && <Notice tone="error">{errorText(request.error)}</Notice>}
        {request.isSuccess ? (
          <Notice tone="success">
            If this address can receive email, a login link is on its way, or already there. Look for it within ten minutes. It
            works once, for two hours at most. If you have stopped such emails, request it in a browser where you logged in
            before.
          </Notice>
        ) : (
          <Button type="submit" look="main" isWide disabled={!isAllAccepted || request.isPending}>
            Send Login Link
          </Button>
        )}
      </form>
      <p className="soft">
        By registering you accept the <Link to="/tos">terms of service</Link> and the{' '}
        <Link to="/tos" hash="pp">
          privacy policy
        </Link>
        .
      </p>
    </Page>
  );
}

const errorText = (error: Error): string =>
  error instanceof ConnectionLost ? 'You are offline. Please try again when you have a connection.' : error.message;
