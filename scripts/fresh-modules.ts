// Gives each test file its own modules of the client, no stored data and the globals of Node, in a process that ran other files before.
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.resetModules();
if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory();
