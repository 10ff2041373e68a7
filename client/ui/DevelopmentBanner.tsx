// The notice that the site is still being developed. It is shown until the member closes it.
import { t } from '#client/device/texts.ts';
import { dismiss, dismissals } from '#client/device/storage.ts';
import { Notice } from './Notice.tsx';
import { useStore } from '#client/device/store.ts';

const name = 'development';

function close(): void {
  dismiss(name);
  // The button had the focus, and keep-focus.ts is loaded only for members.
  void import('./heading-focus.ts').then(({ focusHeading }) => focusHeading()).catch(() => undefined);
}

export function DevelopmentBanner() {
  if (useStore(dismissals).has(name)) return null;
  return (
    <Notice isStatic onDismiss={close}>
      {t('This site is under active development. Registration may not be available in every area.')}
    </Notice>
  );
}
