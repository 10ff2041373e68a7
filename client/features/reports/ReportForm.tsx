// The form to report something, with the option to block its owner, and a confirmation.
import { useState } from 'react';
import { reportReasons, ruleOf, type ReportReason } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Select } from '#client/ui/Select.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { reasonWords } from './case-words.ts';
import { FlagIcon } from './report-icons.ts';
import { useReport, type Reported } from './reports.queries.ts';

export interface ReportFormProps extends Reported {
  readonly onClose: () => void;
}

export function ReportForm({ kind, itemId, onClose }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>('harassment');
  const [words, setWords] = useState('');
  const [isBlocking, setBlocking] = useState(true);
  const sending = useReport({ kind, itemId });
  if (sending.isSuccess)
    return (
      <div className="stack">
        <Notice tone="success">Reported. Thank you.</Notice>
        <p>Members who know neither of you will decide. You can see in Community Arbitration when they have.</p>
        <Button isWide look="main" onClick={onClose}>
          Done
        </Button>
      </div>
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate({ reason, words, block: isBlocking });
      }}
    >
      <Select
        label="What is wrong"
        value={reason}
        onValue={setReason}
        options={reasonOptions}
        help={`The rule: ${ruleOf[reason]}`}
      />
      <TextArea
        label="In your words (optional)"
        rows={3}
        value={words}
        onValue={setWords}
        most={limits.maxReportTextLength}
        placeholder="Please don’t use names"
      />
      <Checkbox label="Block this member too" isOn={isBlocking} onChange={setBlocking} />
      <p className="soft small">
        {kind === 'message' ? 'This message and up to four before it are copied as they are' : 'It is copied as it is'} now and
        shown, without names, to five members chosen at random. The member you report is not told who did it.
      </p>
      {sending.isError && <Notice tone="error">{troubleWords(sending.error)}</Notice>}
      <Button isWide look="danger" type="submit" disabled={sending.isPending}>
        <FlagIcon />
        Report
      </Button>
    </form>
  );
}

const reasonOptions = Object.fromEntries(reportReasons.map((reason) => [reason, reasonWords[reason]])) as Record<
  ReportReason,
  string
>;

function troubleWords(error: unknown): string {
  if (error instanceof ConnectionLost) return 'You are offline. You need a connection to report.';
  if (error instanceof Refused && error.status === 404) return 'This is not available any more.';
  return error instanceof Refused ? error.message : 'That could not be sent. Please try again.';
}
