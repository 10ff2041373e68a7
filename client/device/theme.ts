// The theme that the member chose on this device: light, dark or the system's.
import { createStore } from './store.ts';
import { deviceKeys, readLocal, writeLocal } from './storage.ts';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const theme = createStore<Theme>(storedTheme(), 'system');

/** Applies and stores the theme. The style sheet reads the attribute. */
export function applyTheme(next: Theme): void {
  theme.set(next);
  writeLocal(deviceKeys.theme, next === 'system' ? null : next);
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
}

function storedTheme(): Theme {
  const stored = readLocal(deviceKeys.theme);
  return themes.find((known) => known === stored) ?? 'system';
}
