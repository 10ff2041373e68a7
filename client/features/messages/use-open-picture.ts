// Opens a picture of a chat among those that the same member sent in it; back from there leads to its message again.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ShownMessage } from './shown-messages.ts';

/** They stand in an address, which must not grow without end. */
const mostBeside = 30;

/** What it answers may be kept: it always opens among the messages that are shown by then. `senderOf` is the id of a profile. */
export function useOpenPicture<M extends ShownMessage>(
  shown: readonly M[],
  senderOf: (message: M) => string,
): (message: M, pictureId: string) => void {
  const navigate = useNavigate();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  return (message, id) => {
    const messageId = message.id;
    const profileId = senderOf(message);
    const sent = latest.current.filter((one) => senderOf(one) === profileId).flatMap(({ pictureIds }) => pictureIds);
    const index = sent.indexOf(id);
    const ids = sent.slice(Math.max(0, index - mostBeside), index + mostBeside + 1).join(',');
    void (async () => {
      if (messageId !== null) await navigate({ to: '.', hash: messageId, replace: true, viewTransition: false });
      await navigate({ to: '/profilePicCarousel', search: { profileId, id, ids } });
    })();
  };
}
