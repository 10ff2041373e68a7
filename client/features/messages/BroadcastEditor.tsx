// Above the chat of an area: the editor, and what speaking there means for somebody who hides.
import { locationHidden } from '#client/device/location-hidden.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { useStore } from '#client/device/store.ts';
import { MessageEditor } from './MessageEditor.tsx';
import { useSendMessage } from './messages.queries.ts';

export function BroadcastEditor() {
  const isHidden = useStore(locationHidden);
  const send = useSendMessage(null);
  return (
    <div className="said-editor">
      {isHidden && <Notice isStill>You are hidden on the map. What you say here shows you in this area.</Notice>}
      <MessageEditor draftName="broadcast" label="Message to your area" placeholder="To your area" send={send} />
    </div>
  );
}
