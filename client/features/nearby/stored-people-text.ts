// The line above a list of members who come from the device's cache.
import { t } from '#client/device/texts.ts';
import { needsServer, type ListFilter } from './list-filter.ts';

export const uncheckedText = (filter: ListFilter): string =>
  needsServer(filter) ? ` ${t('Online status and chats can’t be checked.')}` : '';

export const storedPeopleText = (filter: ListFilter): string =>
  `${t('You are offline: these are the people stored on your device.')}${uncheckedText(filter)}`;
