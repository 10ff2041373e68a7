// Emoji that the server would not take, until the member has read why.
import { outbox } from '#client/offline/outbox/outbox.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { isRefusedReaction } from './chat-writes.ts';

export function RefusedReactions() {
  return usePending(isRefusedReaction).map(({ id, reason }) => (
    <Notice key={id} tone="warning" onDismiss={() => void outbox.drop(id)}>
      {reason?.code === 'not-found'
        ? 'The message that you gave an emoji is no longer there.'
        : `An emoji could not be given: ${reason?.message}`}
    </Notice>
  ));
}
