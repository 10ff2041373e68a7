// The theme: light, dark or as the system says, chosen by the member and remembered by the device.
import { createStore } from './store.ts';
import { deviceKeys, readLocal, writeLocal } from './storage.ts';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const theme = createStore<Theme>(storedTheme(), 'system');

/** Shows the theme from now on; the style sheet reads the attribute. */
export function wearTheme(next: Theme): void {
  theme.set(next);
  writeLocal(deviceKeys.theme, next === 'system' ? null : next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
}

function storedTheme(): Theme {
  const saved = readLocal(deviceKeys.theme);
  return themes.find((known) => known === saved) ?? 'system';
}
