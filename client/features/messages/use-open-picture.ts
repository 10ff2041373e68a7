// Opens a picture of a conversation among those that the same member sent in it; back from there leads to its message again.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { ShownMessage } from './shown-messages.ts';

/** They stand in an address, which must not grow without end. */
const mostBeside = 30;

/** What it answers may be kept: it always opens among the messages that are shown by then. */
export function useOpenPicture(peer: string, shown: readonly ShownMessage[]): (message: ShownMessage, pictureId: string) => void {
  const navigate = useNavigate();
  const own = useOwnProfileId();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  return ({ id: messageId, isOwn }, id) => {
    const sent = latest.current.filter((one) => one.isOwn === isOwn).flatMap(({ pictureIds }) => pictureIds);
    const index = sent.indexOf(id);
    const ids = sent.slice(Math.max(0, index - mostBeside), index + mostBeside + 1).join(',');
    void (async () => {
      if (messageId !== null) await navigate({ to: '.', hash: messageId, replace: true, viewTransition: false });
      await navigate({ to: '/profilePicCarousel', search: { profileId: isOwn ? own : peer, id, ids } });
    })();
  };
}
