// Shows notices about reactions that the server refused, each with the reason and a button to dismiss it.
import { t } from '#client/device/texts.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { isRefusedReaction } from './chat-writes.ts';

export function RefusedReactions() {
  return usePending(isRefusedReaction).map(({ id, reason }) => (
    <Notice key={id} tone="warning" onDismiss={() => void outbox.drop(id)}>
      {reason?.code === 'not-found'
        ? t('The message you reacted to is no longer there.')
        : t('Your reaction couldn’t be sent: {reason}', { reason: reason?.message ?? '' })}
    </Notice>
  ));
}
