// A warning with a Report button, below a received message that looks like a scam.
import { t } from '#client/device/texts.ts';
import { useState, type MouseEvent } from 'react';
import { sendReport, useReport } from '#client/features/reports/reports.queries.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { WarningIcon } from '#client/ui/icons.tsx';
import { findWarningSigns, warningTexts } from './warning-signs.ts';
import './message-warning.css';

interface MessageWarningProps {
  readonly messageId: string;
  readonly text: string;
}

export function MessageWarning({ messageId, text }: MessageWarningProps) {
  const [isDismissed, setDismissed] = useState(false);
  const reporting = useReport((input) => sendReport({ kind: 'message', itemId: messageId }, input));
  const [sign] = findWarningSigns(text);
  if (sign === undefined || isDismissed) return null;
  const dismiss = ({ currentTarget }: MouseEvent): void => {
    takeFocus(currentTarget.closest('li'));
    setDismissed(true);
  };
  return (
    <div className="message-warning" role="note" aria-label={t('Be careful')}>
      <WarningIcon />
      <div className="stack">
        <p>{t(warningTexts[sign])}</p>
        {reporting.isSuccess ? (
          <p ref={takeFocus} tabIndex={-1}>
            {t('Reported. Thank you.')}
          </p>
        ) : (
          <>
            {reporting.isError && <p role="alert">{errorText(reporting.error)}</p>}
            <div className="row">
              <Button
                look="danger"
                disabled={reporting.isPending}
                onClick={() => reporting.mutate({ reason: 'spam', words: '', block: false })}
              >
                {t('Report')}
              </Button>
              <Button look="quiet" onClick={dismiss}>
                {t('This is fine')}
              </Button>
            </div>
            <p className="small soft">
              {t(
                'Only your device has checked this message. If you report it, five randomly chosen members will see it and up to four earlier messages, without names.',
              )}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/** The pressed button disappears, and the focus would be lost with it. */
const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

function errorText(error: Error): string {
  if (error instanceof ConnectionLost) return t('You’re offline. You need to be online to report.');
  return error instanceof Refused ? error.message : t('Your report couldn’t be sent. Please try again.');
}
