// The notice of a new version, which is applied only when the member agrees.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/frame-icons.tsx';
import { applyUpdate } from '#client/offline/worker-bridge.ts';
import './member-strip.css';

export const UpdateStrip = ({ onPutOff }: { readonly onPutOff: () => void }) => (
  <div className="member-strip member-strip-low" role="status">
    <p>{t('An update is available.')}</p>
    <Button onClick={applyUpdate}>{t('Reload')}</Button>
    <Button look="round" onClick={onPutOff} aria-label={t('Dismiss')}>
      <CloseIcon />
    </Button>
  </div>
);
