// A picture in a message, with the colours that its sender's profile has for it until it is there.
import { useQuery } from '@tanstack/react-query';
import { ProfilePicture } from '#client/features/profiles/ProfilePicture.tsx';
import { profileQuery } from '#client/features/profiles/profiles.queries.ts';

export function SentPicture({ senderId, id, sizes }: { readonly senderId: string; readonly id: string; readonly sizes: string }) {
  const { data } = useQuery({ ...profileQuery(senderId), refetchInterval: false });
  return <ProfilePicture id={id} name="" sizes={sizes} of={data} />;
}
