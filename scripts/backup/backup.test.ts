// Backups of a server with SQLite.
import { backupSuite } from './backup.suite.ts';

backupSuite(() => Promise.resolve(null));
