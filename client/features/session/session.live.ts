// Handlers for the live events that change the account's settings.
import { outdates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const settingsEvents = { hello: outdates('settings'), settings: outdates('settings') } satisfies LiveHandlers;
