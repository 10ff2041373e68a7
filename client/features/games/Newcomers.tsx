// Newcomers near a greeter, each with a button that opens a chat with a suggested hello.
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Newcomer } from '#shared/contract/community.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { useShownDistance } from '#client/people/use-shown-distance.ts';
import { Refused } from '#client/net/errors.ts';
import { storeDraft, storedDraft } from '#client/offline/cached-values.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LocateIcon } from '#client/ui/icons.tsx';
import { newcomersQuery, useSayHello } from './community.queries.ts';
import { WaveIcon } from './game-icons.ts';
import { suggestedHello } from './suggested-hello.ts';

export function Newcomers() {
  const { data, error, refetch } = useQuery(newcomersQuery);
  if (error instanceof Refused && error.code === 'no-position')
    return (
      <EmptyState icon={LocateIcon} text="Share where you are to see who is near.">
        <Link to="/search/map" className={buttonClass({ look: 'main' })}>
          To the map
        </Link>
      </EmptyState>
    );
  if (data === undefined) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.length === 0) return <EmptyState icon={WaveIcon} text="Nobody near you is new right now. Look in again tomorrow." />;
  return (
    <ul className="list-rows" aria-label="Newcomers">
      {data.map((newcomer) => (
        <Row key={newcomer.profileId} newcomer={newcomer} />
      ))}
    </ul>
  );
}

function Row({ newcomer }: { readonly newcomer: Newcomer }) {
  const { profileId, profileAge } = newcomer;
  const own = useOwnProfileId();
  const navigate = useNavigate();
  const distance = useShownDistance(newcomer);
  const saying = useSayHello();
  const greet = async (name: string): Promise<void> => {
    await saying.mutateAsync(profileId);
    // A draft that exists already stays.
    if ((await storedDraft(own, profileId)) === null)
      await storeDraft(own, profileId, { text: suggestedHello(name), pictureIds: [], replyToId: null });
    await navigate({ to: '/chat/personal/$profileId', params: { profileId } });
  };
  const facts = distance === null ? String(profileAge) : `${profileAge}, ${distance} away`;
  return (
    <MemberRow
      profileId={profileId}
      profile={newcomer}
      word={saying.error === null ? facts : failureWords(saying.error)}
      action={(name) => (
        <Button
          look="main"
          disabled={saying.isPending}
          onClick={() => void greet(name).catch(() => undefined)}
          aria-label={`Say hello to ${name}`}
        >
          Say hello
        </Button>
      )}
    />
  );
}

function failureWords(error: Error): string {
  if (error instanceof Refused && error.status === 429) return 'That’s enough hellos for today.';
  if (error instanceof Refused && error.status === 404) return 'You can’t greet this member any more.';
  return 'That did not work. Please try again.';
}
