// The buttons beside the map, where they cover nobody: the location mode, hide or show, Me, Chat, zoom and, on phones, the list.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { routeOfPath } from '#shared/rules/routes.ts';
import type { MapHandle } from '#client/map/map.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { useLocationHidden } from '#client/features/positions/use-location-hidden.ts';
import { ChatIcon, EyeIcon, EyeOffIcon, ListIcon, LocateIcon, PersonIcon, PlusIcon, WalkIcon, icon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';
import './map-tools.css';

export interface MapToolsProps {
  readonly map: MapHandle;
  readonly onGps: () => void;
  readonly isListOpen: boolean;
  readonly onList: () => void;
}

const MinusIcon = icon('M5 12h14');

const chat = routeOfPath('/chat/broadcast') ?? routeOfPath('/chat/personal');

export function MapTools({ map, onGps, isListOpen, onList }: MapToolsProps) {
  const own = useStore(ownLocation.own);
  const [isHidden, setHidden] = useLocationHidden();
  const isGps = own.type === 'device';
  const labels = useHasLabels() || undefined;
  const flyToMe = (): void => map.flyTo(own.point.lat, own.point.lng, Math.max(map.view().zoom, limits.mapZoom));
  return (
    <div className="map-tools" role="toolbar" aria-label={t('Map')} data-labels={labels}>
      <div className="map-tool-group only-narrow">
        <Tool
          label={t('List')}
          name={isListOpen ? t('Close the list') : t('List of people in view')}
          isOn={isListOpen}
          onClick={onList}
        >
          <ListIcon />
        </Tool>
      </div>
      <div className="map-tool-group">
        <Tool
          label={isGps ? t('location mode|GPS') : t('location mode|Walk')}
          name={isGps ? t('Location mode: GPS. Switch to walk') : t('Location mode: walk. Switch to GPS')}
          isOn={isGps}
          onClick={isGps ? ownLocation.walk : onGps}
        >
          {isGps ? <LocateIcon /> : <WalkIcon />}
        </Tool>
        <Tool
          label={isHidden ? t('me on the map|Show') : t('me on the map|Hide')}
          name={isHidden ? t('Show me on the map') : t('Hide me on the map')}
          isOn={isHidden}
          onClick={() => setHidden(!isHidden)}
        >
          {isHidden ? <EyeOffIcon /> : <EyeIcon />}
        </Tool>
        <Tool label={t('Me')} name={t('Me: go to my marker')} onClick={flyToMe}>
          <PersonIcon />
        </Tool>
        <Link to={chat?.path} className="map-tool" title={`${t('{name}:', { name: t('Chat') })} ${t(chat?.title ?? 'Chat')}`}>
          <span className="map-tool-label" aria-hidden="true">
            {t('Chat')}
          </span>
          <ChatIcon />
        </Link>
      </div>
      <div className="map-tool-group">
        <Tool name={t('Zoom in')} onClick={() => map.zoomBy(1)}>
          <PlusIcon />
        </Tool>
        <Tool name={t('Zoom out')} onClick={() => map.zoomBy(-1)}>
          <MinusIcon />
        </Tool>
      </div>
    </div>
  );
}

interface ToolProps {
  readonly label?: string;
  /** The tooltip and accessible name. */
  readonly name: string;
  readonly isOn?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, name, isOn, onClick, children }: ToolProps) {
  return (
    <button type="button" className="map-tool" data-on={isOn || undefined} title={name} onClick={onClick}>
      {label && (
        <span className="map-tool-label" aria-hidden="true">
          {label}
        </span>
      )}
      {children}
    </button>
  );
}

/** True for the first eight seconds. */
function useHasLabels(): boolean {
  const [areShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), limits.mapLabelsMs);
    return () => clearTimeout(timer);
  }, []);
  return areShown;
}
