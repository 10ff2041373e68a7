// Applies the page's current theme and accent colour to the map.
import { useEffect } from 'react';
import { onSystemTheme, shownTheme, theme } from '#client/device/theme.ts';
import type { MapTheme } from '#shared/rules/map-colours.ts';
import type { MapHandle } from '#client/map/map.ts';
import { useStore } from '#client/device/store.ts';

export const currentTheme = (): { theme: MapTheme; accent: string } => ({ theme: shownTheme(), accent: accentColour() });

export function useMapTheme(map: MapHandle): void {
  const chosen = useStore(theme);
  useEffect(() => {
    const setColours = (): void => {
      const current = currentTheme();
      map.setTheme(current.theme, current.accent);
    };
    setColours();
    return onSystemTheme(setColours);
  }, [map, chosen]);
}

/** Returns the colour as #rrggbb. Canvases need the computed colour, and only an element computes a custom property. */
function accentColour(): string {
  const probe = document.createElement('i');
  probe.style.color = 'var(--action)';
  document.body.append(probe);
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
  probe.remove();
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}
