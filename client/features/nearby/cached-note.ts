// The line above a list of members who come from the device's cache.
import { needsServer, type ListFilter } from './list-filter.ts';

const uncheckedText = 'Online status and chats can’t be checked.';

export const uncheckedNote = (filter: ListFilter): string => (needsServer(filter) ? ` ${uncheckedText}` : '');

export const cachedNote = (filter: ListFilter): string =>
  `You are offline: these are the people stored on your device.${uncheckedNote(filter)}`;
