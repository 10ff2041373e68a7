// A map as a component that fills its parent, with scale bar and attribution.
import { useEffect, useRef, useState } from 'react';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import type { MapHandle } from './map.ts';
import './map.css';
import { type Scale, scaleFor } from './scale.ts';

type Props = {
  map: MapHandle;
  /** The map's accessible name. */
  label: string;
  /** The attribution that the map's sources require. Empty if there is none. */
  attribution: string;
  /** The units and the locale of the scale bar. */
  units: DistanceUnits;
  locale: string;
};

/** The scale bar has at least two fifths of this width, so that its text fits. */
const maxScalePx = 130;

export function MapView({ map, label, attribution, units, locale }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const target = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLSpanElement>(null);
  const [scale, setScale] = useState<Scale>(() => scaleFor(map.metresPerPixel(), maxScalePx, units, locale));

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    map.attach(element);
    return () => map.detach();
  }, [map]);

  useEffect(() => {
    const update = () => {
      setScale(scaleFor(map.metresPerPixel(), maxScalePx, units, locale));
      const { ink, halo, land, rasterFilter } = map.colours();
      const properties = { ink, halo, land, filter: rasterFilter };
      for (const [name, value] of Object.entries(properties)) frame.current?.style.setProperty(`--map-${name}`, value);
    };
    update();
    return map.onChange(update);
  }, [map, units, locale]);

  useEffect(() => bar.current?.style.setProperty('inline-size', `${scale.widthPx}px`), [scale]);

  return (
    <div className="map-view" ref={frame}>
      <div className="map-view-target" ref={target} tabIndex={0} role="application" aria-label={label} />
      <div className="map-view-foot">
        <span className="map-view-scale" ref={bar}>
          {scale.text}
        </span>
        {attribution !== '' && <span className="map-view-attribution">{attribution}</span>}
      </div>
    </div>
  );
}
