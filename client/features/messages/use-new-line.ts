// Where the line for new messages stands: before the oldest one that was unread when the member came, for as long as he looks.
import { useEffect, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { oldestUnread } from './shown-messages.ts';

/** `isCurrent`: the server is not being asked for more just now. */
export function useNewLine(messages: readonly Message[] | undefined, isCurrent: boolean): string | null {
  const own = useOwnProfileId();
  const [newFromId, setNewFromId] = useState<string | null>(null);
  /** What comes while he looks is no news to him. */
  const [isLookingAway, setLookingAway] = useState(true);
  useEffect(() => {
    const follow = (): void => {
      if (document.visibilityState === 'hidden') setLookingAway(true);
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  const oldestId = isLookingAway && messages !== undefined ? (oldestUnread(own, messages)?.id ?? null) : null;
  if (oldestId !== null && oldestId !== newFromId) setNewFromId(oldestId);
  if (isLookingAway && (oldestId !== null || isCurrent) && document.visibilityState === 'visible') setLookingAway(false);
  return newFromId;
}
