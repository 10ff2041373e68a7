// The screen shown instead of one that could not be loaded or rendered. The rest of the app stays usable.
import { t } from '#client/device/texts.ts';
import { useRouter } from '@tanstack/react-router';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { WarningIcon } from '#client/ui/frame-icons.tsx';

export function BrokenScreen({ reset }: { readonly reset: () => void }) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="page">
      <EmptyState icon={WarningIcon} text={t('This screen could not be shown.')}>
        <p>{t('If you are offline, it may not be on this device yet.')}</p>
        <Button look="main" onClick={retry}>
          {t('Try again')}
        </Button>
      </EmptyState>
    </div>
  );
}
