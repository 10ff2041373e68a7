// Shows a picture of a message. While it loads, a placeholder from its sender's profile is shown. Own private pictures are hidden
// while private pictures are switched off; the server does not send those of others.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { showNsfw } from '#client/device/storage.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { reachability } from '#client/net/reachability.ts';
import { useStore } from '#client/device/store.ts';

export function MessagePicture({
  senderId,
  id,
  sizes,
}: {
  readonly senderId: string;
  readonly id: string;
  readonly sizes: string;
}) {
  const ownId = useOwnProfileId();
  const isNsfwShown = useStore(showNsfw);
  const { isLost } = useStore(reachability);
  const { data, isLoading } = useQuery({ ...profileQuery(senderId), refetchInterval: false });
  const [isMissing, setMissing] = useState(false);
  const isOwn = senderId === ownId;
  const isHidden = isOwn && !isNsfwShown && data?.profilePicIdsPrivate.includes(id) === true;
  return (
    <span className="message-picture" onErrorCapture={() => setMissing(true)} onLoadCapture={() => setMissing(false)}>
      {/* Without the profile it is not known which pictures are private. */}
      <ProfilePicture id={isHidden ? null : id} name="" sizes={sizes} of={data} isWaiting={isOwn && !isNsfwShown && isLoading} />
      {(isHidden || (isMissing && !isNsfwShown && !isLost && !isOwn)) && (
        <span className="message-picture-missing small">{t('Turn on NSFW pictures to see private ones.')}</span>
      )}
    </span>
  );
}
