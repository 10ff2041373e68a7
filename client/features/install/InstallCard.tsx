// The offer to install the app, until the member closes it: a button where the browser can install, and steps on iPhones and iPads.
import { t } from '#client/device/texts.ts';
import { dismiss, dismissals } from '#client/device/storage.ts';
import { install, isApplePhone, isInstalled, canInstall } from '#client/device/install-prompt.ts';
import { brand } from '#client/device/brand.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';
import { HomeScreenSteps } from './HomeScreenSteps.tsx';

const dismissalKey = 'install';

export function InstallCard() {
  const isDismissed = useStore(dismissals).has(dismissalKey);
  const isOffered = useStore(canInstall);
  const needsSteps = isApplePhone();
  if (isDismissed || isInstalled() || !(isOffered || needsSteps)) return null;
  return (
    <section className="card install-card" aria-labelledby="install-title">
      <img src="/icons/icon.svg" width="48" height="48" alt="" />
      <div className="grow stack">
        <h2 id="install-title">{t('{app} on your home screen', { app: brand.shortName })}</h2>
        <p className="soft">{t('Opens like any other app, works offline, and can notify you of new messages.')}</p>
        {needsSteps ? (
          <HomeScreenSteps />
        ) : (
          <Button look="main" onClick={() => void install()}>
            {t('Install')}
          </Button>
        )}
      </div>
      <Button look="round" onClick={() => dismiss(dismissalKey)} aria-label={t('Don’t show this again')}>
        <CloseIcon />
      </Button>
    </section>
  );
}
