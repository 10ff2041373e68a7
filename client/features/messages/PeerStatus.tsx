// The line below the other member's name: whether they are typing or online, or when they were last online.
import { t } from '#client/device/texts.ts';
import { useMemo } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { lastSeenText } from '#client/people/last-seen.ts';
import { useOnline } from '#client/people/use-online.ts';

export interface PeerStatusProps {
  readonly peer: string;
  /** The other member's shortened name. */
  readonly name: string;
  /** Undefined until it is loaded. */
  readonly profile: Profile | undefined;
  /** The time of the response with the profile, in milliseconds since 1970. */
  readonly asOfMs: number;
  readonly isTyping: boolean;
}

export function PeerStatus({ peer, name, profile, asOfMs, isTyping }: PeerStatusProps) {
  const isOnline = useOnline(useMemo(() => [peer], [peer])).has(peer);
  const seen = isOnline ? t('Online now') : lastSeenText(profile?.tsLastSeen ?? null, asOfMs);
  return (
    <span className="conversation-status">
      <span role="status" className="conversation-typing">
        {isTyping && t('{name} is typing', { name })}
      </span>
      {!isTyping && seen}
    </span>
  );
}
