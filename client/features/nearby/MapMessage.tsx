// The message on the map if there are too many members or none, or after an error, or without a connection or a base map.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { uncheckedText } from './stored-people-text.ts';
import { isFiltering, type ListFilter } from './list-filter.ts';
import type { MembersInView } from './use-members-in-view.ts';

export interface MapMessageProps {
  readonly members: MembersInView;
  readonly filter: ListFilter;
  readonly isOffline: boolean;
  readonly isBaseMissing: boolean;
  readonly onZoomOut: () => void;
}

export function MapMessage(props: MapMessageProps) {
  const content = contentOf(props);
  return (
    <div className="map-message" role="status">
      {(content !== null || props.isBaseMissing) && (
        <div className="map-message-text">
          {props.isBaseMissing && <p>{t('The map could not be loaded. The app keeps trying.')}</p>}
          {content}
        </div>
      )}
    </div>
  );
}

function contentOf({ members, filter, isOffline, onZoomOut }: MapMessageProps) {
  const { isTooMany, isUncounted, isLoading, error, inView, hasData, refetch } = members;
  if (isOffline && hasData)
    return (
      <p>
        {t('You are offline. These people were here when you last looked.')}
        {uncheckedText(filter)}
      </p>
    );
  if (isOffline && !isTooMany) return <p>{t('You are offline, and nobody here is stored on your device yet.')}</p>;
  if (error !== null && !hasData)
    return (
      <>
        <p>{t('The people here could not be loaded.')}</p>
        <Button onClick={refetch}>{t('Try again')}</Button>
      </>
    );
  if (isLoading) return <p>{t('Looking around...')}</p>;
  if (isTooMany) return <p>{zoomInText(isUncounted)}</p>;
  if (inView.length > 0) return null;
  return (
    <>
      <p>{nobodyText(filter)}</p>
      <Button onClick={onZoomOut}>{t('Show a larger area')}</Button>
    </>
  );
}

export const nobodyText = (filter: ListFilter): string =>
  isFiltering(filter) ? t('Nobody in view matches your filters.') : t('Nobody is in view.');

export const zoomInText = (isUncounted: boolean) =>
  isUncounted ? (
    t('Zoom in to see who matches your filters.')
  ) : (
    <>
      <strong>{t('Too many profiles to display.')}</strong> {t('Zoom in to see profiles.')}
    </>
  );
