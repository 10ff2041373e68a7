// The offer to install the app, until it is dismissed for good: a button where the browser can install, else drawn steps.
import { dismiss, dismissals } from '#client/device/storage.ts';
import { install, isApplePhone, isInstalled, canInstall } from '#client/device/install-prompt.ts';
import { brand } from '#client/device/brand.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';
import { HomeScreenSteps } from './HomeScreenSteps.tsx';

const name = 'install';

export function InstallCard() {
  const isPutAway = useStore(dismissals).has(name);
  const canAsk = useStore(canInstall);
  const isByHand = isApplePhone();
  if (isPutAway || isInstalled() || !(canAsk || isByHand)) return null;
  return (
    <section className="card install-card" aria-labelledby="install-title">
      <img src="/icons/icon.svg" width="48" height="48" alt="" />
      <div className="grow stack">
        <h2 id="install-title">{brand.shortName} on your home screen</h2>
        <p className="soft">Opens like any app, even without a connection, and can notify you of new messages.</p>
        {isByHand ? (
          <HomeScreenSteps />
        ) : (
          <Button look="main" onClick={() => void install()}>
            Install
          </Button>
        )}
      </div>
      <Button look="round" onClick={() => dismiss(name)} aria-label="Do not offer this again">
        <CloseIcon />
      </Button>
    </section>
  );
}
