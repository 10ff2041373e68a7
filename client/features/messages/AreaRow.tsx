// The first row of the list of conversations in wide windows: the area chat, with its newest message if it is known without a call.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { broadcastsQuery, ownSectorQuery } from '#client/offline/conversations/broadcast-queries.ts';
import { BroadcastIcon } from '#client/ui/icons.tsx';
import { messagePreview } from './message-preview.ts';
import { useChatWrites } from './messages.queries.ts';

export function AreaRow() {
  const { blockedIds, removedIds } = useChatWrites();
  const queries = useQueryClient();
  const ownId = useOwnProfileId();
  const sector = queries.getQueryData(ownSectorQuery(ownId).queryKey)?.sector ?? '';
  const newest = queries
    .getQueryData(broadcastsQuery(ownId, sector, false).queryKey)
    ?.find(({ id, senderProfileId }) => !removedIds.has(id) && !blockedIds.has(senderProfileId));
  return (
    <div className="person-row chat-row chat-row-area">
      <Link to="/chat/broadcast" className="person-link">
        <span className="has-dot chat-area-mark">
          <BroadcastIcon />
        </span>
        <span className="person-text">
          <span className="person-name">{t('Broadcast Messages')}</span>
          <span className="person-line" dir="auto">
            {newest ? messagePreview(newest) : t('Messages in your area')}
          </span>
        </span>
      </Link>
    </div>
  );
}
