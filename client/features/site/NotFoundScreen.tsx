// The 404 screen, for unknown paths and for paths that the visitor may not open.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { InfoIcon } from '#client/ui/frame-icons.tsx';
import { Page } from '#client/ui/Page.tsx';

export function NotFoundScreen() {
  return (
    <Page title={t('Page Not Found')} width="narrow">
      <EmptyState icon={InfoIcon} text={t('Well, this is embarrassing. The feature you requested was not found.')}>
        <Link to="/" className={buttonClass({ look: 'main' })}>
          {t('Home')}
        </Link>
      </EmptyState>
    </Page>
  );
}
