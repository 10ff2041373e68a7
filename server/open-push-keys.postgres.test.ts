// Push keys in a PostgreSQL database.
import { afterAll } from 'vitest';
import { pushKeysTests } from './open-push-keys.suite.ts';
import { migratedPostgresDatabase, stopPostgres } from './testing/app/postgres.ts';
import { keepDataIn } from './testing/app/test-world.ts';

keepDataIn(migratedPostgresDatabase);
afterAll(stopPostgres);

pushKeysTests();
