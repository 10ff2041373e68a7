// The message on the map when there are too many members, none, an error or no connection.
import { Button } from '#client/ui/Button.tsx';
import type { MembersInView } from './use-members-in-view.ts';

export interface MapMessageProps {
  readonly members: MembersInView;
  readonly isOffline: boolean;
  readonly onZoomOut: () => void;
}

export function MapMessage({ members, isOffline, onZoomOut }: MapMessageProps) {
  return (
    <div className="map-message" role="status">
      {contentOf({ members, isOffline, onZoomOut })}
    </div>
  );
}

function contentOf({ members, isOffline, onZoomOut }: MapMessageProps) {
  const { isTooMany, isLoading, error, inView, hasData, refetch } = members;
  if (isOffline && hasData) return <p>You are offline. These people were here when you last looked.</p>;
  if (isOffline) return <p>You are offline, and nobody here is stored on your device yet.</p>;
  if (error !== null && !hasData)
    return (
      <>
        <p>The people here could not be loaded.</p>
        <Button onClick={refetch}>Try again</Button>
      </>
    );
  if (isLoading) return <p>Looking around...</p>;
  if (isTooMany)
    return (
      <p>
        <strong>Too many profiles to display.</strong> Zoom in to see profiles.
      </p>
    );
  if (inView.length > 0) return null;
  return (
    <>
      <p>Nobody is in view.</p>
      <Button onClick={onZoomOut}>Look wider</Button>
    </>
  );
}
