// Push keys in a SQLite file.
import { pushKeysTests } from './open-push-keys.suite.ts';

pushKeysTests();
