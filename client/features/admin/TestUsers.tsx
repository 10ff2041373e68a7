// The number of test users, with buttons to create or remove them and the progress of that job.
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
        {formatCount(status.count)} of up to {formatCount(status.most)} test users exist.
      </p>
      <p className="soft">
        Made-up members with generated pictures, locations, likes and conversations, for trying things out. You only see them with
        test mode on. They can’t log in and don’t get emails or push notifications. Their locations last 26 hours.
      </p>
      {status.job !== null && <Progress job={status.job} />}
      {status.hasFailed && !isBusy && (
        <Notice tone="error">The last run stopped early. You can remove the test users it made.</Notice>
      )}
      {failure !== null && !isBusy && (
        <Notice tone="error">
          {failure instanceof Refused ? failure.message : 'That didn’t work. Please try again in a moment.'}
        </Notice>
      )}
      <div className="row">
        {status.mayCreate ? (
          <Button look="main" disabled={isBusy} onClick={() => creating.mutate()}>
            Create {formatCount(limits.testUsersAsked)} test users
          </Button>
        ) : (
          <p className="soft">Test users are turned off on this server (setting ENABLE_TEST_USERS).</p>
        )}
        <Button look="danger" disabled={isBusy || status.count === 0} onClick={() => setConfirming(true)}>
          Remove all test users
        </Button>
      </div>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title="Remove all test users?">
        <div className="stack">
          <p>This also removes everything they posted, and messages that members in test mode sent them.</p>
          <Button
            look="danger"
            isWide
            onClick={() => {
              setConfirming(false);
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

function Progress({ job: { kind, done, total } }: { readonly job: NonNullable<TestUsersStatus['job']> }) {
  const id = useId();
  return (
    <div className="test-progress" role="status">
      <label htmlFor={id}>
        {kind === 'creating' ? 'Creating' : 'Removing'}: {formatCount(done)} of {formatCount(total)}
      </label>
      <progress id={id} value={done} max={Math.max(total, 1)} />
    </div>
  );
}
