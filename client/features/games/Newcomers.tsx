// Newcomers near the greeter, each with a button that opens a chat with a suggested hello.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Newcomer } from '#shared/contract/community.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { useShownDistance } from '#client/people/use-shown-distance.ts';
import { Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LocateIcon } from '#client/ui/icons.tsx';
import { SkeletonPeople } from '#client/ui/Skeleton.tsx';
import { newcomersQuery, useSayHello } from './community.queries.ts';
import { WaveIcon } from './game-icons.ts';
import { draftHello } from './suggested-hello.ts';

export function Newcomers() {
  const { data, error, refetch } = useQuery(newcomersQuery);
  if (error instanceof Refused && error.code === 'no-position')
    return (
      <EmptyState icon={LocateIcon} text={t('Share your location to see who is near.')}>
        <Link to="/search/map" className={buttonClass({ look: 'main' })}>
          {t('Open the map')}
        </Link>
      </EmptyState>
    );
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonPeople count={4} />} />;
  if (data.length === 0)
    return <EmptyState icon={WaveIcon} text={t('Nobody near you is new right now. Check again tomorrow.')} />;
  return (
    <ul className="person-list newcomers" aria-label={t('Newcomers')}>
      {data.map((newcomer) => (
        <NewcomerRow key={newcomer.profileId} newcomer={newcomer} />
      ))}
    </ul>
  );
}

function NewcomerRow({ newcomer }: { readonly newcomer: Newcomer }) {
  const { profileId, profileAge } = newcomer;
  const ownId = useOwnProfileId();
  const navigate = useNavigate();
  const distance = useShownDistance(newcomer);
  const saying = useSayHello();
  const greet = async (name: string): Promise<void> => {
    await saying.mutateAsync(profileId);
    await draftHello(ownId, profileId, name);
    await navigate({ to: '/chat/personal/$profileId', params: { profileId } });
  };
  const details = [numberText(profileAge, locale()), distance].filter((fact) => fact !== null).join(' · ');
  return (
    <MemberRow
      profile={newcomer}
      status={saying.error === null ? details : failureText(saying.error)}
      action={(name) => (
        <Button
          disabled={saying.isPending}
          onClick={() => void greet(name).catch(() => undefined)}
          aria-label={t('Say hello to {name}', { name })}
        >
          {t('Say hello')}
        </Button>
      )}
    />
  );
}

function failureText(error: Error): string {
  if (error instanceof Refused && error.status === 429) return t('That’s enough hellos for today.');
  if (error instanceof Refused && error.status === 404) return t('You can no longer greet this member.');
  return t('That didn’t work. Please try again.');
}
