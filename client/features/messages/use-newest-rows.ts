// Renders only the newest messages of a conversation, and earlier ones when the member scrolls up to them.
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { firstRow, type ShownMessage } from './shown-messages.ts';
import type { OlderMessages } from './use-older-messages.ts';

/** This fills more than two screens of a phone. */
const rowsPerPage = 40;

/** The history entry whose log was last scrolled back, and the time of its oldest row. Going back to it shows the same rows. */
let last: { readonly entry: string | undefined; readonly fromMs: number } | null = null;

/** Messages with an id in `needed` are always rendered. The returned `older` first renders more messages, and then loads more. */
export function useNewestRows(
  shown: readonly ShownMessage[],
  older: OlderMessages,
  needed: readonly (string | null)[],
): { readonly rows: readonly ShownMessage[]; readonly older: OlderMessages } {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const [fromMs, setFromMs] = useState(last !== null && last.entry === entry ? last.fromMs : null);
  const start = firstRow(shown, rowsPerPage, fromMs, needed);
  // This start is kept from now on. Otherwise a new message would remove the oldest row, which the member may be reading.
  const startMs = shown[start]?.timeMs ?? null;
  if (fromMs === null && start > 0) setFromMs(startMs);
  const renderMore = (): void => {
    last = { entry, fromMs: shown[Math.max(0, start - rowsPerPage)]?.timeMs ?? 0 };
    setFromMs(last.fromMs);
  };
  return { rows: shown.slice(start), older: start > 0 ? { ...older, state: 'more', load: renderMore } : older };
}
