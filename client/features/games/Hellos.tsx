// The hellos that a member sent, which were answered, and a button to vouch for members who answered.
import { useQuery } from '@tanstack/react-query';
import type { Hello } from '#shared/contract/community.ts';
import { dayWords } from '#shared/rules/community.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { hellosQuery, useVouch } from './community.queries.ts';
import { WaveIcon } from './game-icons.ts';

export function Hellos() {
  const { data, error, refetch } = useQuery(hellosQuery);
  if (data === undefined) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.length === 0) return <EmptyState icon={WaveIcon} text="You have not said hello to anybody yet." />;
  return (
    <ul className="list-rows" aria-label="Your hellos">
      {data.map((hello) => (
        <Row key={hello.profile.profileId} hello={hello} />
      ))}
    </ul>
  );
}

function Row({ hello: { profile, day, isAnswered, isVouchedFor } }: { readonly hello: Hello }) {
  const vouching = useVouch();
  const { profileId } = profile;
  const state = isAnswered ? 'Answered' : 'No answer yet';
  return (
    <MemberRow
      profileId={profileId}
      profile={profile}
      word={vouching.isError ? 'That did not work. Please try again.' : `${dayWords(day)}. ${state}`}
      action={(name) =>
        isAnswered && (
          <Button
            disabled={vouching.isPending}
            onClick={() => vouching.mutate({ profileId, isVouchedFor: !isVouchedFor })}
            aria-pressed={isVouchedFor}
            aria-label={`Vouch for ${name}`}
          >
            {isVouchedFor ? 'You vouch' : 'Vouch'}
          </Button>
        )
      }
    />
  );
}
