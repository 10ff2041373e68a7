// Push keys in a PostgreSQL database.
import { pushKeysTests } from './open-push-keys.suite.ts';
import { migratedPostgresDatabase } from './testing/app/postgres.ts';
import { keepDataIn } from './testing/app/test-world.ts';

keepDataIn(migratedPostgresDatabase);

pushKeysTests();
