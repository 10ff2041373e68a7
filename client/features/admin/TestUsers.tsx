// Test users: how many there are, making more with their progress, and removing all of them.
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
  if (status === undefined) return <SectionState error={error} onRetry={() => void refetch()} />;
  const isBusy = status.job !== null || creating.isPending || removing.isPending;
  const trouble = creating.error ?? removing.error;
  return (
    <>
      <p>
        {status.count === 1 ? 'There is one test user' : `There are ${status.count.toLocaleString('en')} test users`}, of{' '}
        {status.most.toLocaleString('en')} at most.
      </p>
      <p className="soft">
        Drawn people with pictures, places, likes and conversations among themselves, for trying things out. Only who has test
        mode on ever sees them; they can’t log in, and get no mail and no push. Their places last 26 hours.
      </p>
      {status.job !== null && <Progress job={status.job} />}
      {status.hasFailed && !isBusy && (
        <Notice tone="error">The last time ended before its end; what was made can be removed.</Notice>
      )}
      {trouble !== null && !isBusy && <Notice tone="error">{troubleWords(trouble)}</Notice>}
      <div className="row">
        {status.mayCreate ? (
          <Button look="main" disabled={isBusy} onClick={() => creating.mutate()}>
            Create {limits.testUsersAsked} test users
          </Button>
        ) : (
          <p className="soft">This server makes none: its setting ENABLE_TEST_USERS is off.</p>
        )}
        <Button look="danger" disabled={isBusy || status.count === 0} onClick={() => setAsked(true)}>
          Remove all test users
        </Button>
      </div>
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title="Remove all test users?">
        <div className="stack">
          <p>With everything of theirs, also what members in test mode wrote to them.</p>
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
