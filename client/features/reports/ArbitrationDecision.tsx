// A decision about the member, with a form to appeal it.
import { useState } from 'react';
import type { Decision } from '#shared/contract/reports.ts';
import { ruleOf } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { momentText, outcomeTexts, itemLabels } from './case-texts.ts';
import { useAppeal } from './reports.queries.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import './cases.css';

export function ArbitrationDecision({ decision }: { readonly decision: Decision }) {
  const { caseId, kind, reason, outcome, decidedBy, tsDecided, tsEnds, tsAppealUntil, appeal } = decision;
  const [isAppealing, setAppealing] = useState(false);
  return (
    <article className="evidence">
      <h3>{itemLabels[kind]}</h3>
      <p>{outcomeTexts[outcome]}</p>
      {tsEnds !== null && <p>It ends automatically on {momentText(tsEnds)}.</p>}
      {outcome !== 'none' && <p>The rule: “{ruleOf[reason]}”</p>}
      <p className="soft small">
        Decided by {decidedBy === 'jury' ? 'five members' : 'an administrator'}, {momentText(tsDecided)}
      </p>
      {appeal !== null && (
        <p className="soft">
          {appeal === 'open' ? 'You appealed. An administrator will look at it.' : 'Your appeal has been decided.'}
        </p>
      )}
      {tsAppealUntil !== null && (
        <>
          <Button onClick={() => setAppealing(true)} aria-haspopup="dialog">
            Appeal
          </Button>
          <p className="soft small">You can appeal once, until {momentText(tsAppealUntil)}.</p>
        </>
      )}
      <Dialog isOpen={isAppealing} onClose={() => setAppealing(false)} title="Appeal">
        <AppealForm caseId={caseId} onClose={() => setAppealing(false)} />
      </Dialog>
    </article>
  );
}

function AppealForm({ caseId, onClose }: { readonly caseId: string; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const sending = useAppeal(caseId);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(text, { onSuccess: onClose });
      }}
    >
      <p>An administrator reviews the same evidence and what you write here. Their decision is final.</p>
      <TextArea label="Why you disagree" rows={4} value={text} onValue={setText} maxLength={limits.maxReportTextLength} />
      {sending.isError && (
        <Notice tone="error">
          {sending.error instanceof ConnectionLost
            ? 'You are offline. You need a connection to appeal.'
            : 'That could not be sent.'}
        </Notice>
      )}
      <Button isWide look="main" type="submit" disabled={sending.isPending}>
        Send appeal
      </Button>
    </form>
  );
}
