// Pictures that their recipient can view once, on PostgreSQL.
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { picturesAreViewedOnce } from './view-once.suite.ts';

picturesAreViewedOnce(openPostgresTestApp);
