// Notices about ratings of pictures that the server refused, each with the reason and a button to close it.
import { t } from '#client/device/texts.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { useRefusedPicLikes } from './pic-likes.queries.ts';

export function RefusedPicLikes() {
  return useRefusedPicLikes().map(({ id, label, reason }) => (
    <Notice key={id} tone="warning" onDismiss={() => void outbox.drop(id)}>
      {t('{thing} couldn’t be saved: {reason}', { thing: label, reason: reason?.message ?? '' })}
    </Notice>
  ));
}
