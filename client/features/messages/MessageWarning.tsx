// A warning below a received message that looks like a scam, with its reason and a Report button.
import { useState } from 'react';
import { useReport } from '#client/features/reports/reports.queries.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { WarningIcon } from '#client/ui/icons.tsx';
import { signsIn, signWords } from './warning-signs.ts';
import './message-warning.css';

interface MessageWarningProps {
  readonly messageId: string;
  readonly text: string;
}

export function MessageWarning({ messageId, text }: MessageWarningProps) {
  const [isFine, setFine] = useState(false);
  const reporting = useReport({ kind: 'message', itemId: messageId });
  const [sign] = signsIn(text);
  if (sign === undefined || isFine) return null;
  return (
    <div className="message-warning" role="note" aria-label="Be careful">
      <WarningIcon />
      <div className="stack">
        <p>{signWords[sign]}</p>
        {reporting.isSuccess ? (
          <p role="status">Reported. Thank you.</p>
        ) : (
          <>
            {reporting.isError && <p role="alert">{troubleWords(reporting.error)}</p>}
            <div className="row">
              <Button
                look="danger"
                disabled={reporting.isPending}
                onClick={() => reporting.mutate({ reason: 'spam', words: '', block: false })}
              >
                Report
              </Button>
              <Button look="quiet" onClick={() => setFine(true)}>
                This is fine
              </Button>
            </div>
            <p className="small soft">
              Your device noticed this by itself. If you report it, this message and up to four before it are shown, without
              names, to five members chosen at random.
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function troubleWords(error: Error): string {
  if (error instanceof ConnectionLost) return 'You are offline. You need a connection to report.';
  return error instanceof Refused ? error.message : 'That could not be sent. Please try again.';
}
