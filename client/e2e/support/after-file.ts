// Runs after each browser test file. The next file of the same process uses the same browsers.
import { afterAll } from 'vitest';
import { emptySharedBrowsers } from './profile.ts';

afterAll(emptySharedBrowsers);
