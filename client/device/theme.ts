// The theme that the member chose, as this device stores it: light, dark or the system's.
import { useSyncExternalStore } from 'react';
import { createStore, useStore } from './store.ts';
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

const darkSystem = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** The theme on screen, which the system decides if the member has not. */
export function shownTheme(): 'light' | 'dark' {
  const chosen = theme.get();
  if (chosen !== 'system') return chosen;
  return darkSystem().matches ? 'dark' : 'light';
}

export function useShownTheme(): 'light' | 'dark' {
  useStore(theme);
  return useSyncExternalStore(onSystemTheme, shownTheme, () => 'light');
}

/** Returns a function that unsubscribes. */
export function onSystemTheme(callback: () => void): () => void {
  const system = darkSystem();
  system.addEventListener('change', callback);
  return () => system.removeEventListener('change', callback);
}

function storedTheme(): Theme {
  const stored = readLocal(deviceKeys.theme);
  return themes.find((known) => known === stored) ?? 'system';
}
