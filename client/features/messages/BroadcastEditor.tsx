// The editor for broadcasts, with a notice for hidden members.
import { t } from '#client/device/texts.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { useStore } from '#client/device/store.ts';
import { MessageEditor } from './MessageEditor.tsx';
import { useSendMessage } from './messages.queries.ts';

export function BroadcastEditor() {
  const isHidden = useStore(locationHidden);
  const send = useSendMessage(null);
  return (
    <div className="broadcast-editor">
      {isHidden && (
        <Notice isStatic>{t('You’re hidden on the map. If you post here, others will see that you’re in this area.')}</Notice>
      )}
      <MessageEditor draftName="broadcast" label={t('Message to your area')} placeholder={t('Message your area')} send={send} />
    </div>
  );
}
