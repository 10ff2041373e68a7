// Says that the device is offline, and since when, on screens without the app's header.
import { reachability } from '#client/net/reachability.ts';
import { useStore } from '#client/device/store.ts';
import { OfflineIcon } from '#client/ui/frame-icons.tsx';
import { LastContact } from '#client/ui/LastContact.tsx';
import './offline-mark.css';

export function OfflineMark() {
  const { isLost, lastMs } = useStore(reachability);
  return (
    <p className="offline-mark" role="status">
      {isLost && (
        <>
          <OfflineIcon />
          <span>
            <LastContact ms={lastMs} />
          </span>
        </>
      )}
    </p>
  );
}
