// The 404 screen, for unknown paths and for paths that the visitor may not open.
import { useSessionRecord } from '#client/device/session-record.ts';
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { InfoIcon } from '#client/ui/frame-icons.tsx';
import { Greeting } from '#client/ui/Greeting.tsx';
import { Page } from '#client/ui/Page.tsx';

export function NotFoundScreen() {
  const isVisitor = useSessionRecord() === null;
  // Each sentence has its own line.
  const text = t('Well, this is embarrassing. The feature you requested was not found.').replace('. ', '.\n');
  return (
    <Page title={t('Page Not Found')} width="narrow">
      <EmptyState icon={InfoIcon} text={text}>
        <Link to="/" className={buttonClass({ look: 'main' })}>
          {t('Home')}
        </Link>
        <Link to="/support" className={buttonClass({ look: 'quiet' })}>
          {t('Support')}
        </Link>
      </EmptyState>
      {/* Only visitors see what the site is for. A member’s screen must not tell others. */}
      {isVisitor && <Greeting isBesideForm />}
    </Page>
  );
}
