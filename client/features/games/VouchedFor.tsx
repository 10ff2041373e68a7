// The number of members who vouch for a profile's owner, if the owner shows it.
import { tCount } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CheckIcon } from '#client/ui/icons.tsx';
import { vouchesQuery } from './community.queries.ts';
import './community.css';

export function VouchedFor({ profileId }: { readonly profileId: string }) {
  const { data } = useQuery(vouchesQuery(profileId));
  if (data === undefined || data.count === null) return null;
  return (
    <p className="vouched small">
      <CheckIcon />
      {tCount(data.count, { one: 'Vouched for by # member', other: 'Vouched for by # members' })}
    </p>
  );
}
