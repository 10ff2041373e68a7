// /sorry: the screen for technical difficulties.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { WarningIcon } from '#client/ui/frame-icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';

export function SorryScreen() {
  return (
    <Page title={t('Technical Difficulties')} width="narrow">
      <EmptyState icon={WarningIcon} text={t('Nothing you wrote is lost. Please try again in a few minutes.')}>
        <div className="row">
          <Button look="main" onClick={tryAgain}>
            {t('Try Again')}
          </Button>
          <Link to="/" className={buttonClass()}>
            {t('Home')}
          </Link>
        </div>
      </EmptyState>
    </Page>
  );
}

/** Reloads the screen that failed, or Home if /sorry was opened directly. */
function tryAgain(): void {
  location.replace(sameOriginPath(Reflect.get(Object(history.state), 'failedAt'), location.origin, '/'));
}
