// The editor for broadcasts, with the size of the area that they reach, and a notice for hidden members.
import { t } from '#client/device/texts.ts';
import { shownDistance } from '#shared/formats/measures.ts';
import { metresPerDegree } from '#shared/rules/distance.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { useStore } from '#client/device/store.ts';
import { MessageEditor } from './MessageEditor.tsx';
import { useSendMessage } from './messages.queries.ts';

export function BroadcastEditor() {
  const isHidden = useStore(locationHidden);
  const send = useSendMessage(null);
  const distance = shownDistance(metresPerDegree, useDistanceUnits(), locale());
  return (
    <div className="broadcast-editor">
      {isHidden && (
        <Notice isStatic>{t('You’re hidden on the map. If you post here, others will see that you’re in this area.')}</Notice>
      )}
      <p className="broadcast-reach small soft">{t('Seen in and around your area, about {distance} across.', { distance })}</p>
      <MessageEditor draftName="broadcast" label={t('Message to your area')} placeholder={t('Message your area')} send={send} />
    </div>
  );
}
