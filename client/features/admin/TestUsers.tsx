// The number of test users, with buttons to create or remove them and the progress of that job.
import { t, tCount } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { TestUsers as TestUsersStatus } from '#shared/contract/admin.ts';
import { Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { testUsersQuery, useCreateTestUsers, useRemoveTestUsers } from './admin.queries.ts';
import { formatCount } from './server-figures.ts';
import { SectionState } from './SectionState.tsx';

export function TestUsers() {
  const { data: status, error, refetch } = useQuery(testUsersQuery);
  const creating = useCreateTestUsers();
  const [isConfirming, setConfirming] = useState(false);
  const removing = useRemoveTestUsers();
  if (status === undefined) return <SectionState error={error} refetch={refetch} />;
  const isBusy = status.job !== null || creating.isPending || removing.isPending;
  const failure = creating.error ?? removing.error;
  return (
    <>
      <p>
        {tCount(
          status.most,
          { one: '{count} of up to # test user exist.', other: '{count} of up to # test users exist.' },
          { count: formatCount(status.count) },
        )}
      </p>
      <p className="soft">
        {t(
          'Made-up members with generated pictures, locations, likes and conversations, for trying things out. You only see them with test mode on. They can’t log in and don’t get emails or push notifications. Their locations last 26 hours.',
        )}
      </p>
      {status.job !== null && <Progress job={status.job} />}
      {status.hasFailed && !isBusy && (
        <Notice tone="error">{t('The last run stopped early. You can remove the test users it made.')}</Notice>
      )}
      {failure !== null && !isBusy && (
        <Notice tone="error">
          {failure instanceof Refused ? failure.message : t('That didn’t work. Please try again in a moment.')}
        </Notice>
      )}
      <div className="row">
        {status.mayCreate ? (
          <Button look="main" disabled={isBusy} onClick={() => creating.mutate()}>
            {tCount(limits.testUsersAsked, { one: 'Create # test user', other: 'Create # test users' })}
          </Button>
        ) : (
          <p className="soft">{t('Test users are turned off on this server (setting ENABLE_TEST_USERS).')}</p>
        )}
        <Button look="danger" disabled={isBusy || status.count === 0} onClick={() => setConfirming(true)}>
          {t('Remove all test users')}
        </Button>
      </div>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title={t('Remove all test users?')}>
        <div className="stack">
          <p>{t('This also removes everything they posted, and messages that members in test mode sent them.')}</p>
          <Button
            look="danger"
            isWide
            onClick={() => {
              setConfirming(false);
              removing.mutate();
            }}
          >
            {t('Remove them')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Progress({ job: { kind, done, total } }: { readonly job: NonNullable<TestUsersStatus['job']> }) {
  const id = useId();
  const progress = { done: formatCount(done), total: formatCount(total) };
  return (
    <div className="test-progress" role="status">
      <label htmlFor={id}>
        {kind === 'creating' ? t('Creating: {done} of {total}', progress) : t('Removing: {done} of {total}', progress)}
      </label>
      <progress id={id} value={done} max={Math.max(total, 1)} />
    </div>
  );
}
