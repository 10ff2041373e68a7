// Renders only the newest messages of a conversation, and the ones before them when they are scrolled to.
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ShownMessage } from './shown-messages.ts';
import type { OlderMessages } from './use-older-messages.ts';

/** More than two screens of a phone. */
const rowsPerPage = 40;

/** The history entry left last with its oldest rendered message, since going back to it restores its scroll position. */
let last: { readonly entry: string | undefined; readonly oldestKey: string | undefined } | null = null;

/** `needed` are ids of messages to render in any case. The returned `older` renders more before it loads more. */
export function useNewestRows(
  shown: readonly ShownMessage[],
  older: OlderMessages,
  needed: readonly (string | null)[],
): { readonly rows: readonly ShownMessage[]; readonly older: OlderMessages } {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const [oldestKey, setOldestKey] = useState(last?.entry === entry ? last?.oldestKey : undefined);
  const starts = [
    shown.length - rowsPerPage,
    ...needed.map((id) => (id === null ? -1 : shown.findIndex((message) => message.id === id))),
    shown.findIndex(({ key }) => key === oldestKey),
  ];
  const start = Math.max(0, Math.min(...starts.filter((place, index) => index === 0 || place !== -1)));
  const renderMore = (): void => {
    last = { entry, oldestKey: shown[Math.max(0, start - rowsPerPage)]?.key };
    setOldestKey(last.oldestKey);
  };
  return { rows: shown.slice(start), older: start > 0 ? { ...older, state: 'more', load: renderMore } : older };
}
