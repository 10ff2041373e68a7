// /unwanted-emails: opened from an email. Limits emails to that address to known browsers, or removes the limit.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { session } from '#shared/contract/session.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { RegisterIcon as MailIcon } from '#client/ui/frame-icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { unwantedEmailsToken } from './unwanted-emails-link.ts';

export function UnwantedEmailsScreen() {
  const [token] = useState(unwantedEmailsToken);
  const change = useMutation({
    mutationFn: (isLimited: boolean) => call(session.postMailLimit, { body: { token: token ?? '', isLimited } }),
  });
  return (
    <Page title={t('Unwanted Emails')} width="narrow">
      {token === null ? (
        <EmptyState icon={MailIcon} text={t('Please open this page with the link in the email.')}>
          <p>{t('It stops emails that you did not ask for.')}</p>
          <Link to="/" className={buttonClass({ look: 'main' })}>
            {t('Home')}
          </Link>
        </EmptyState>
      ) : (
        <div className="card">
          <p>
            {t(
              'Somebody entered your email address and asked for a link. Without the link nobody can log in. If that was not you, you can stop such emails for 30 days.',
            )}
          </p>
          <p className="soft">
            {t(
              'Until then, links are sent only if they are requested in a browser where you have logged in before and have not logged out. To log in anywhere else, you can allow the emails again here at any time, so keep the email.',
            )}
          </p>
          {change.isError && <Notice tone="error">{errorText(change.error)}</Notice>}
          {change.isSuccess && (
            <Notice tone="success">
              {change.data.isLimited
                ? t('Such emails are stopped for 30 days.')
                : t('Anyone can request a link to your address again.')}
            </Notice>
          )}
          <Button look="main" isWide disabled={change.isPending} onClick={() => change.mutate(true)}>
            {t('This was not me')}
          </Button>
          <Button isWide disabled={change.isPending} onClick={() => change.mutate(false)}>
            {t('Allow the emails again')}
          </Button>
        </div>
      )}
    </Page>
  );
}

const errorText = (error: Error): string =>
  error instanceof ConnectionLost ? t('You are offline. Please try again when you have a connection.') : error.message;
