// A picture in a message that its recipient can view once: a button for the recipient, and its state for both members.
import { t } from '#client/device/texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useStore } from '#client/device/store.ts';
import { reachability } from '#client/net/reachability.ts';
import { PictureIcon } from '#client/ui/icons.tsx';
import { lazyPart, loadPart } from '#client/ui/lazy-part.ts';
import { lostKeyOf } from './lost-views.ts';
import { viewOnceText } from './message-preview.ts';
import type { ShownMessage } from './shown-messages.ts';

const ViewOnceViewer = lazyPart(() => import('./ViewOnceViewer.tsx'), 'ViewOnceViewer');

export function ViewOncePhoto({ message: { id, isOwn, viewOnce } }: { readonly message: ShownMessage }) {
  const queries = useQueryClient();
  const { isLost } = useStore(reachability);
  /** The request for the picture while the viewer is open, else null. */
  const [request, setRequest] = useState<Promise<Blob> | null>(null);
  const view = (messageId: string): void =>
    setRequest(loadPart(() => import('./view-once.queries.ts')).then(({ viewAndRefetch }) => viewAndRefetch(queries, messageId)));
  // A picture whose answer was lost counts as viewed, but can be requested again.
  const isViewed = viewOnce === 'viewed' && (id === null || lostKeyOf(id) === undefined);
  const canView = id !== null && !isOwn && !isViewed;
  const label = (
    <>
      <PictureIcon />
      {isViewed ? (isOwn ? t('Opened') : t('Viewed')) : t(viewOnceText)}
    </>
  );
  return (
    <>
      {canView ? (
        <button type="button" className="bubble-view-once" disabled={isLost} onClick={() => view(id)} aria-haspopup="dialog">
          {label}
        </button>
      ) : (
        <p className={isViewed ? 'bubble-view-once soft' : 'bubble-view-once'}>{label}</p>
      )}
      {canView && isLost && <p className="small soft">{t('Viewing it needs a connection.')}</p>}
      {request !== null && id !== null && (
        <Suspense>
          <ViewOnceViewer request={request} onRetry={() => view(id)} onClose={() => setRequest(null)} />
        </Suspense>
      )}
    </>
  );
}
