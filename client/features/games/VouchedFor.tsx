// The number of members who vouch for a profile's owner, if the owner shows it.
import { useQuery } from '@tanstack/react-query';
import { counted } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { CheckIcon } from '#client/ui/icons.tsx';
import { vouchesQuery } from './community.queries.ts';
import './community.css';

export function VouchedFor({ profileId }: { readonly profileId: string }) {
  const { data } = useQuery(vouchesQuery(profileId));
  if (data === undefined || data.count === null) return null;
  return (
    <p className="vouched small">
      <CheckIcon />
      Vouched for by {counted(data.count, { one: '# member', other: '# members' }, locale())}
    </p>
  );
}
