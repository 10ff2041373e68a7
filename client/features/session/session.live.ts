// Handlers for the live events that change the account's settings.
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const settingsEvents = { hello: invalidates('settings'), settings: invalidates('settings') } satisfies LiveHandlers;
