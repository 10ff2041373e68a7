// The form to report content. The member may also block its author.
import { useState } from 'react';
import { reportReasons, ruleOf, type ReportReason } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Select } from '#client/ui/Select.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { reasonLabels } from './case-texts.ts';
import { FlagIcon } from './report-icons.ts';
import { useReport, type ReportedItem } from './reports.queries.ts';

export interface ReportFormProps extends ReportedItem {
  readonly onClose: () => void;
}

export function ReportForm({ kind, itemId, onClose }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>('harassment');
  const [comment, setComment] = useState('');
  const [isBlocking, setBlocking] = useState(true);
  const sending = useReport({ kind, itemId });
  if (sending.isSuccess)
    return (
      <div className="stack">
        <Notice tone="success">Reported. Thank you.</Notice>
        <p>Members who know neither of you will decide. You will see their decision in Community Arbitration.</p>
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
        sending.mutate({ reason, words: comment, block: isBlocking });
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
        value={comment}
        onValue={setComment}
        maxLength={limits.maxReportTextLength}
        placeholder="Please don’t use names"
      />
      <Checkbox label="Block this member too" isOn={isBlocking} onChange={setBlocking} />
      <p className="soft small">
        {kind === 'message' ? 'This message and up to four before it are copied' : 'A copy is made'} now and shown, without names,
        to five members chosen at random. The member you report is not told who reported them.
      </p>
      {sending.isError && <Notice tone="error">{sendErrorText(sending.error)}</Notice>}
      <Button isWide look="danger" type="submit" disabled={sending.isPending}>
        <FlagIcon />
        Report
      </Button>
    </form>
  );
}

const reasonOptions = Object.fromEntries(reportReasons.map((reason) => [reason, reasonLabels[reason]])) as Record<
  ReportReason,
  string
>;

function sendErrorText(error: unknown): string {
  if (error instanceof ConnectionLost) return 'You are offline. You need a connection to report.';
  if (error instanceof Refused && error.status === 404) return 'This is not available any more.';
  return error instanceof Refused ? error.message : 'That could not be sent. Please try again.';
}
