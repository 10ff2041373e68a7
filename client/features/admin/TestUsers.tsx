// The number of test users, with buttons to create more or remove all, and the progress of either.
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { TestUsers as Status } from '#shared/contract/admin.ts';
import { Refused } from '#client/net/errors.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { testUsersQuery, useCreateTestUsers, useRemoveTestUsers } from './admin.queries.ts';
import { SectionState } from './SectionState.tsx';

export function TestUsers() {
  const { data: status, error, refetch } = useQuery(testUsersQuery);
  const creating = useCreateTestUsers();
  const [isAsked, setAsked] = useState(false);
  const removing = useRemoveTestUsers();
  if (status === undefined) return <SectionState error={error} onRetry={refetch} />;
  const isBusy = status.job !== null || creating.isPending || removing.isPending;
  const trouble = creating.error ?? removing.error;
  return (
    <>
      <p>
        {status.count === 1 ? 'There is one test user' : `There are ${status.count.toLocaleString('en')} test users`}, of{' '}
        {status.most.toLocaleString('en')} at most.
      </p>
      <p className="soft">
        Made-up members with drawn pictures, places, likes and conversations among themselves, for trying things out. You only see
        them with test mode on. They can’t log in, and get no mail and no push. Their places last 26 hours.
      </p>
      {status.job !== null && <Progress job={status.job} />}
      {status.hasFailed && !isBusy && (
        <Notice tone="error">The last run stopped early. You can remove the test users it made.</Notice>
      )}
      {trouble !== null && !isBusy && <Notice tone="error">{troubleWords(trouble)}</Notice>}
      <div className="row">
        {status.mayCreate ? (
          <Button look="main" disabled={isBusy} onClick={() => creating.mutate()}>
            Create {limits.testUsersAsked} test users
          </Button>
        ) : (
          <p className="soft">Test users are switched off on this server (setting ENABLE_TEST_USERS).</p>
        )}
        <Button look="danger" disabled={isBusy || status.count === 0} onClick={() => setAsked(true)}>
          Remove all test users
        </Button>
      </div>
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title="Remove all test users?">
        <div className="stack">
          <p>This also removes everything they posted, and messages that members in test mode sent them.</p>
          <Button
            look="danger"
            isWide
            onClick={() => {
              setAsked(false);
              removing.mutate();
            }}
          >
            Remove them
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Progress({ job: { kind, done, total } }: { readonly job: NonNullable<Status['job']> }) {
  const id = useId();
  return (
    <div className="test-progress" role="status">
      <label htmlFor={id}>
        {kind === 'creating' ? 'Creating' : 'Removing'}: {done} of {total}
      </label>
      <progress id={id} value={done} max={Math.max(total, 1)} />
    </div>
  );
}

const troubleWords = (error: Error): string =>
  error instanceof Refused ? error.message : 'That did not work. Please try again in a moment.';
