// /register: emails a login link to new members, and to members who forgot their password.
import { t } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type Dispatch, type FormEvent, type SetStateAction } from 'react';
import { listed } from '#shared/formats/words.ts';
import { acknowledgementKeys, session } from '#shared/contract/session.ts';
import { locale } from '#client/device/locale.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { DevelopmentBanner } from '#client/ui/DevelopmentBanner.tsx';
import { RegisterIcon as MailIcon } from '#client/ui/frame-icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Greeting } from '#client/ui/Greeting.tsx';
import { Page } from '#client/ui/Page.tsx';
import { EmailField } from '#client/ui/TextField.tsx';
import { rich } from '#client/ui/rich.tsx';
import { acknowledgements, type AcknowledgementKey } from './acknowledgements.ts';
import './register.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was typed on the login screen, for /register. */
    readonly email?: string;
  }
}

const missingText = 'Acceptance of all of the acknowledgements above are required.';

export function RegisterScreen() {
  const { state } = useLocation();
  const [email, setEmail] = useState(state.email ?? '');
  const [accepted, setAccepted] = useState<readonly AcknowledgementKey[]>([]);
  const [isOtherAddress, setOtherAddress] = useState(false);
  const request = useMutation({
    mutationFn: () => call(session.postRegister, { body: { email: email.trim(), acknowledgements: [...accepted] } }),
  });
  return (
    <Page title={t('Register / Recover Login')} width="narrow">
      {request.isSuccess ? (
        <LookInYourMail
          email={email.trim()}
          onOtherAddress={() => {
            setOtherAddress(true);
            request.reset();
          }}
        />
      ) : (
        <>
          <p className="soft small">
            {t('We email you a link that logs you in, or creates your account. You don’t need a password.')}
          </p>
          <RegisterForm
            email={email}
            onEmail={setEmail}
            hasFocus={isOtherAddress}
            accepted={accepted}
            onAccepted={setAccepted}
            request={request}
          />
          <DevelopmentBanner />
        </>
      )}
      <Greeting isBesideForm />
    </Page>
  );
}

interface RegisterFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** The field of the email address has the focus at first. */
  readonly hasFocus: boolean;
  readonly accepted: readonly AcknowledgementKey[];
  readonly onAccepted: Dispatch<SetStateAction<readonly AcknowledgementKey[]>>;
  readonly request: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'error' | 'isPending'>;
}

function RegisterForm({ email, onEmail, hasFocus, accepted, onAccepted, request }: RegisterFormProps) {
  const [isChecked, setChecked] = useState(false);
  const missing = acknowledgementKeys.filter((key) => !accepted.includes(key));
  const isAllAccepted = missing.length === 0;
  const emailError = email.includes('@') ? null : t('Please enter your email address');

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (emailError === null && isAllAccepted) request.mutate();
  };
  const accept = (key: AcknowledgementKey, isOn: boolean): void =>
    onAccepted((current) => (isOn ? [...current, key] : current.filter((other) => other !== key)));

  return (
    <form className="card" onSubmit={submit} noValidate>
      <EmailField value={email} onValue={onEmail} error={isChecked ? emailError : null} autoFocus={hasFocus} />
      <fieldset className="acknowledgements">
        <legend className="field-legend">{t('Acknowledgements')}</legend>
        {acknowledgementKeys.map((key) => (
          <Checkbox
            key={key}
            name={key}
            label={<strong>{t(acknowledgements[key].title)}</strong>}
            help={t(acknowledgements[key].text)}
            isOn={accepted.includes(key)}
            onChange={(isOn) => accept(key, isOn)}
          />
        ))}
      </fieldset>
      {!isAllAccepted && (
        <p className={isChecked ? 'field-error' : 'field-help'}>
          {t(missingText)} {accepted.length > 0 && t('Still to tick: {boxes}', { boxes: titlesOf(missing) })}
        </p>
      )}
      {request.isPending && <Notice tone="warning">{t('Requesting...')}</Notice>}
      {request.error !== null && <Notice tone="error">{errorText(request.error)}</Notice>}
      <Button type="submit" look="main" isWide disabled={!isAllAccepted || request.isPending}>
        {t('Send Login Link')}
      </Button>
      <p className="soft small">
        {rich(t('By registering you accept the <terms>terms of service</terms> and the <privacy>privacy policy</privacy>.'), {
          terms: (text) => <Link to="/tos">{text}</Link>,
          privacy: (text) => (
            <Link to="/tos" hash="pp">
              {text}
            </Link>
          ),
        })}
      </p>
    </form>
  );
}

/** Shown instead of the form. The boxes stay ticked if the member enters another address. */
function LookInYourMail({ email, onOtherAddress }: { readonly email: string; readonly onOtherAddress: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    scrollTo({ top: 0 });
  }, []);
  return (
    <section className="card mail-sent" aria-labelledby="mail-sent">
      <MailIcon />
      <h2 id="mail-sent" ref={heading} tabIndex={-1}>
        {t('Look in your mail')}
      </h2>
      <p>{rich(t('You entered <b>{email}</b>.', { email }), { b: (text) => <strong>{text}</strong> })}</p>
      <Notice tone="success">
        {t(
          'If this address can receive email, a login link is on its way, or already there. It may take ten minutes. It works once, for two hours at most. If you have stopped such emails, request it in a browser where you logged in before.',
        )}
      </Notice>
      <Button onClick={onOtherAddress}>{t('Use another address')}</Button>
    </section>
  );
}

const titlesOf = (keys: readonly AcknowledgementKey[]): string =>
  listed(
    keys.map((key) => t(acknowledgements[key].title)),
    locale(),
  );

const errorText = (error: Error): string =>
  error instanceof ConnectionLost ? t('You are offline. Please try again when you have a connection.') : error.message;
