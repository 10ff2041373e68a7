// A decision about the member, with a form to appeal it.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import type { Decision } from '#shared/contract/reports.ts';
import { ruleOf } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { momentText, outcomeTexts, itemLabels } from './case-texts.ts';
import { useAppeal } from './reports.queries.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { focusNow } from '#client/ui/focus-now.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import './cases.css';

export function ArbitrationDecision({ decision }: { readonly decision: Decision }) {
  const { caseId, kind, reason, outcome, decidedBy, tsDecided, tsEnds, tsAppealUntil, appeal } = decision;
  const [isAppealing, setAppealing] = useState(false);
  /** True once the appeal is sent. The text that replaces the button then takes the focus. */
  const [hasAppealed, setAppealed] = useState(false);
  return (
    <article className="evidence">
      <h3>{t(itemLabels[kind])}</h3>
      <p>{t(outcomeTexts[outcome])}</p>
      {tsEnds !== null && <p>{t('It ends automatically on {time}.', { time: momentText(tsEnds) })}</p>}
      {outcome !== 'none' && <p>{t('The rule: “{rule}”', { rule: t(ruleOf[reason]) })}</p>}
      <p className="soft small">
        {decidedBy === 'jury'
          ? t('Decided by a jury of members, {time}', { time: momentText(tsDecided) })
          : t('Decided by an administrator, {time}', { time: momentText(tsDecided) })}
      </p>
      {appeal !== null && (
        <p className="soft" tabIndex={-1} ref={hasAppealed ? focusNow : null}>
          {appeal === 'open' ? t('You appealed. An administrator will look at it.') : t('Your appeal has been decided.')}
        </p>
      )}
      {tsAppealUntil !== null && (
        <>
          <Button onClick={() => setAppealing(true)} aria-haspopup="dialog">
            {t('verb|Appeal')}
          </Button>
          <p className="soft small">{t('You can appeal once, until {time}.', { time: momentText(tsAppealUntil) })}</p>
        </>
      )}
      <Dialog isOpen={isAppealing && appeal === null} onClose={() => setAppealing(false)} title={t('Appeal')}>
        <AppealForm
          caseId={caseId}
          onSent={() => {
            setAppealed(true);
            setAppealing(false);
          }}
        />
      </Dialog>
    </article>
  );
}

function AppealForm({ caseId, onSent }: { readonly caseId: string; readonly onSent: () => void }) {
  const [text, setText] = useState('');
  const sending = useAppeal(caseId);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(text, { onSuccess: onSent });
      }}
    >
      <p>{t('An administrator reviews the same evidence and what you write here. Their decision is final.')}</p>
      <TextArea label={t('Why you disagree')} rows={4} value={text} onValue={setText} maxLength={limits.maxReportTextLength} />
      {sending.isError && (
        <Notice tone="error">
          {sending.error instanceof ConnectionLost
            ? t('You are offline. You need a connection to appeal.')
            : t('That could not be sent.')}
        </Notice>
      )}
      <Button isWide look="main" type="submit" disabled={sending.isPending}>
        {t('Send appeal')}
      </Button>
    </form>
  );
}
