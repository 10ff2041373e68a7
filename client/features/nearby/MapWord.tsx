// What the map has to say about whom it shows: too many, nobody, not loaded, or of an earlier time.
import { Button } from '#client/ui/Button.tsx';
import type { MembersInView } from './use-members-in-view.ts';

export interface MapWordProps {
  readonly members: MembersInView;
  readonly isOffline: boolean;
  readonly onZoomOut: () => void;
}

export function MapWord({ members, isOffline, onZoomOut }: MapWordProps) {
  return (
    <div className="map-word" role="status">
      {contentOf({ members, isOffline, onZoomOut })}
    </div>
  );
}

function contentOf({ members, isOffline, onZoomOut }: MapWordProps) {
  const { isTooMany, isLoading, error, inView, hasAnswer, refetch } = members;
  if (isOffline && hasAnswer) return <p>This is who was here when you last looked.</p>;
  if (isOffline) return <p>Who is here is not kept on your device yet.</p>;
  if (error !== null && !hasAnswer)
    return (
      <>
        <p>Who is here could not be loaded.</p>
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
