// The form to report content. The member may also block its author.
import { t } from '#client/device/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reportReasons, ruleOf, type ReportReason } from '#shared/rules/arbitration.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { Select } from '#client/ui/Select.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { reasonLabels } from './case-texts.ts';
import { FlagIcon } from './report-icons.ts';
import { reportAndBlock, type ItemOfMember } from './report-and-block.ts';
import { useReport } from './reports.queries.ts';

export interface ReportFormProps extends ItemOfMember {
  readonly onClose: () => void;
}

export function ReportForm({ onClose, ...item }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>('harassment');
  const [comment, setComment] = useState('');
  const [isBlocking, setBlocking] = useState(true);
  const queries = useQueryClient();
  const ownId = useOwnProfileId();
  const sending = useReport((input) => reportAndBlock(queries, ownId, item, input));
  if (sending.isSuccess)
    return (
      <Spoken className="stack">
        <Notice tone="success" isStatic>
          {t('Reported. Thank you.')}
        </Notice>
        <p>{t('Members who know neither of you will decide. Community Arbitration shows when they have.')}</p>
        <Button isWide look="main" onClick={onClose}>
          {t('Done')}
        </Button>
      </Spoken>
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
        label={t('What is wrong')}
        value={reason}
        onValue={setReason}
        options={reasonOptions()}
        help={t('The rule: {rule}', { rule: t(ruleOf[reason]) })}
      />
      <TextArea
        label={t('In your words (optional)')}
        rows={3}
        value={comment}
        onValue={setComment}
        maxLength={limits.maxReportTextLength}
        placeholder={t('Please don’t use names')}
      />
      <Checkbox label={t('Block this member too')} isOn={isBlocking} onChange={setBlocking} />
      <p className="soft small">
        {item.kind === 'message'
          ? t(
              'This message and up to four before it are copied now and shown, without names, to five members chosen at random. The member you report is not told who reported them.',
            )
          : t(
              'A copy is made now and shown, without names, to five members chosen at random. The member you report is not told who reported them.',
            )}
      </p>
      {sending.isError && <Notice tone="error">{sendErrorText(sending.error)}</Notice>}
      <Button isWide look="danger" type="submit" disabled={sending.isPending}>
        <FlagIcon />
        {t('Report')}
      </Button>
    </form>
  );
}

const reasonOptions = () =>
  Object.fromEntries(reportReasons.map((reason) => [reason, t(reasonLabels[reason])])) as Record<ReportReason, string>;

function sendErrorText(error: unknown): string {
  if (error instanceof ConnectionLost) return t('You are offline. You need a connection to report.');
  if (error instanceof Refused && error.status === 404) return t('This is not available any more.');
  return error instanceof Refused ? error.message : t('That could not be sent. Please try again.');
}
