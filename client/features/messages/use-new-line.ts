// The message below the line for new ones: the oldest one that was unread when the member opened the conversation.
import { useEffect, useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { oldestUnread } from './shown-messages.ts';

/** `isCurrent`: no request for newer messages is running. */
export function useNewLine(messages: readonly Message[] | undefined, isCurrent: boolean): string | null {
  const own = useOwnProfileId();
  const [newFromId, setNewFromId] = useState<string | null>(null);
  /** Messages that arrive while the page is visible are not marked as new. */
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
