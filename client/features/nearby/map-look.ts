// Dresses the map in the theme and the brand's colour that the page wears now.
import { useEffect } from 'react';
import { theme } from '#client/device/theme.ts';
import type { MapTheme } from '#client/map/map-colours.ts';
import type { MapRoom } from '#client/map/map.ts';
import { useStore } from '#client/device/store.ts';

const darkSystem = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

export function wornLook(): { theme: MapTheme; accent: string } {
  const worn = theme.get() === 'system' ? (darkSystem().matches ? 'dark' : 'light') : theme.get();
  return { theme: worn === 'dark' ? 'dark' : 'light', accent: accentColour() };
}

export function useMapLook(room: MapRoom): void {
  const chosen = useStore(theme);
  useEffect(() => {
    const wear = (): void => {
      const look = wornLook();
      room.setTheme(look.theme, look.accent);
    };
    wear();
    const system = darkSystem();
    system.addEventListener('change', wear);
    return () => system.removeEventListener('change', wear);
  }, [room, chosen]);
}

/** A custom property is text until an element wears it: canvases need the colour that comes out. */
function accentColour(): string {
  const probe = document.createElement('i');
  probe.style.color = 'var(--action)';
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
