// Renders only the newest messages of a conversation, and earlier ones when the member scrolls to them.
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { firstRow, type ShownMessage } from './shown-messages.ts';
import type { OlderMessages } from './use-older-messages.ts';

/** More than two screens of a phone. */
const rowsPerPage = 40;

/** The history entry that was scrolled back last, and how far: going back to it restores its scroll position. */
let last: { readonly entry: string | undefined; readonly fromMs: number } | null = null;

/** Messages with an id in `needed` are always rendered. The returned `older` renders more before it loads more. */
export function useNewestRows(
  shown: readonly ShownMessage[],
  older: OlderMessages,
  needed: readonly (string | null)[],
): { readonly rows: readonly ShownMessage[]; readonly older: OlderMessages } {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const [fromMs, setFromMs] = useState(last !== null && last.entry === entry ? last.fromMs : null);
  const start = firstRow(shown, rowsPerPage, fromMs, needed);
  // Kept from now on: a new message would otherwise take the oldest row from the view of a member who reads there.
  const startMs = shown[start]?.timeMs ?? null;
  if (fromMs === null && start > 0) setFromMs(startMs);
  const renderMore = (): void => {
    last = { entry, fromMs: shown[Math.max(0, start - rowsPerPage)]?.timeMs ?? 0 };
    setFromMs(last.fromMs);
  };
  return { rows: shown.slice(start), older: start > 0 ? { ...older, state: 'more', load: renderMore } : older };
}
