// The hellos the member sent, with a button to vouch for members who answered.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import type { Hello } from '#shared/contract/community.ts';
import { utcDay } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { SkeletonPeople } from '#client/ui/Skeleton.tsx';
import { hellosQuery, useVouch } from './community.queries.ts';
import { WaveIcon } from './game-icons.ts';

export function Hellos() {
  const { data, error, refetch } = useQuery(hellosQuery);
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonPeople count={3} />} />;
  if (data.length === 0) return <EmptyState icon={WaveIcon} text={t('You haven’t said hello to anyone yet.')} />;
  return (
    <ul className="person-list" aria-label={t('Your hellos')}>
      {data.map((hello) => (
        <HelloRow key={hello.profile.profileId} hello={hello} />
      ))}
    </ul>
  );
}

function HelloRow({ hello: { profile, day: helloDay, isAnswered, isVouchedFor } }: { readonly hello: Hello }) {
  const vouching = useVouch();
  const { profileId } = profile;
  const day = utcDay(helloDay, locale());
  const state = isAnswered ? t('{day}. Answered', { day }) : t('{day}. No answer yet', { day });
  return (
    <MemberRow
      profile={profile}
      status={vouching.isError ? t('That didn’t work. Please try again.') : state}
      action={(name) =>
        isAnswered && (
          <Button
            disabled={vouching.isPending}
            onClick={() => vouching.mutate({ profileId, isVouchedFor: !isVouchedFor })}
            aria-pressed={isVouchedFor}
            aria-label={t('Vouch for {name}', { name })}
          >
            {isVouchedFor ? t('You vouch') : t('Vouch')}
          </Button>
        )
      }
    />
  );
}
