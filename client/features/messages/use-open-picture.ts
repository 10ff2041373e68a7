// Opens a picture of a chat in the carousel, among the others of its sender; going back returns to its message.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ShownMessage } from './shown-messages.ts';

/** The ids are part of an address, which must not grow without limit. */
const mostBeside = 30;

/** The returned function may be memoized: it always uses the latest messages. `senderOf` returns a profile's id. */
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
