// Shows a view-once picture on the whole screen until the member closes it.
import { t } from '#client/device/texts.ts';
import { useEffect, useState } from 'react';
import { isTemporaryRefusal, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { useModal } from '#client/ui/use-modal.ts';
import './view-once.css';

interface ViewOnceViewerProps {
  readonly request: Promise<Blob>;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

type Shown = { readonly url: string } | { readonly error: string; readonly isFinal: boolean } | null;

export function ViewOnceViewer({ request, onRetry, onClose }: ViewOnceViewerProps) {
  const { id, props } = useModal(onClose);
  const shown = useShown(request);
  const hasFailed = shown !== null && 'error' in shown;
  return (
    <dialog {...props} className="view-once" aria-labelledby={id}>
      <div className="view-once-bar">
        <h2 id={id}>{t('Photo · view once')}</h2>
        <Button look="round" onClick={onClose} aria-label={t('Close')}>
          <CloseIcon />
        </Button>
      </div>
      <div className="view-once-stage">
        {shown === null && <progress aria-label={t('Loading the photo')} />}
        {shown !== null && 'url' in shown && <img src={shown.url} alt="" draggable={false} />}
        {hasFailed && (
          <div className="stack" role="alert">
            <p>{shown.error}</p>
            {!shown.isFinal && <Button onClick={onRetry}>{t('Try again')}</Button>}
          </div>
        )}
      </div>
      {!hasFailed && <p className="view-once-bar small">{t('It is gone when you close it. You can report it for 24 hours.')}</p>}
    </dialog>
  );
}

const lostText = 'The photo could not be loaded. Viewing it needs a connection.';

function useShown(request: Promise<Blob>): Shown {
  const [shown, setShown] = useState<Shown>(null);
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    request.then(
      (picture) => {
        if (isCurrent) setShown({ url: (url = URL.createObjectURL(picture)) });
      },
      (error: unknown) => {
        const isRefused = error instanceof Refused;
        if (isCurrent)
          setShown({ error: isRefused ? error.message : t(lostText), isFinal: isRefused && !isTemporaryRefusal(error) });
      },
    );
    return () => {
      isCurrent = false;
      setShown(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [request]);
  return shown;
}
