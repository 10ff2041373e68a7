// Opens a picture of a message in the carousel with the sender's other pictures. Going back returns to the message.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ShownMessage } from './shown-messages.ts';

/** The maximum number of other pictures on each side, since their ids are part of the URL. */
const maxNeighbours = 30;

/** The returned function may be memoized, since it always uses the latest messages. `senderOf` returns a profile id. */
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
    const sent = latest.current.filter((other) => senderOf(other) === profileId).flatMap(({ pictureIds }) => pictureIds);
    const index = sent.indexOf(id);
    const ids = sent.slice(Math.max(0, index - maxNeighbours), index + maxNeighbours + 1).join(',');
    void (async () => {
      if (messageId !== null) await navigate({ to: '.', hash: messageId, replace: true, viewTransition: false });
      await navigate({ to: '/profilePicCarousel', search: { profileId, id, ids } });
    })();
  };
}
