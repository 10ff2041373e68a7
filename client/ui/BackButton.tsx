// The back button in the head of a screen. It opens Home if a notification or a link has opened the app at this screen.
import { t } from '#client/device/texts.ts';
import { Button } from './Button.tsx';
import { BackIcon } from './frame-icons.tsx';
import { useGoBack } from './use-go-back.ts';

export function BackButton() {
  const goBack = useGoBack({ to: '/' });
  return (
    <Button look="round" onClick={goBack} aria-label={t('Back')}>
      <BackIcon />
    </Button>
  );
}
