// Writes many members with profiles, positions and rows of pictures without files into a database file.
import SqliteDatabase from 'better-sqlite3';
import { databaseFile } from '#server/db/sqlite.ts';
import { cellOf, cellSides } from '#server/nearby/grid.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { idOf, memberOf } from './population.ts';

/** The id of the account of the member with this number. The id of their profile is `idOf(number)`. */
export const accountIdOf = (number: number): string => idOf(number + 2 ** 24);

/** Writes directly to the database file, since registration through the server would take an hour. */
export function fillDatabase(dataDir: string, members: number, { hasPictures = true } = {}): void {
  const db = new SqliteDatabase(databaseFile(dataDir));
  const prepareInsert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row);
    return db.prepare<unknown[]>(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`);
  };
  const now = Date.now();
  const statements = new Map<string, SqliteDatabase.Statement>();
  const insert = (table: string, row: Record<string, string | number | null>): void => {
    const statement = statements.get(table) ?? prepareInsert(table, row);
    statements.set(table, statement);
    statement.run(...Object.values(row));
  };
  db.pragma('synchronous = off');
  db.transaction(() => {
    for (let number = 0; number < members; number += 1) {
      const { profileId, lat, lon, age, heightCm, weightKg, characteristics, hasPicture } = memberOf(number, 0);
      const [accountId, pictureId] = [accountIdOf(number), idOf(number + 2 ** 25)];
      insert('accounts', {
        id: accountId,
        email: `${profileId}@example.org`,
        name: '',
        roles: '["USER"]',
        profile_id: profileId,
        preferences: '{}',
        acknowledgements: '[]',
        is_test: 0,
        created_ms: now,
      });
      insert('profiles', {
        id: profileId,
        account_id: accountId,
        profilename: `Member ${number}`,
        pic_ids: hasPicture && hasPictures ? JSON.stringify([pictureId]) : '[]',
        pic_ids_private: '[]',
        birthdate: `${new Date(now).getUTCFullYear() - age}-01-01`,
        height: heightCm === null ? '' : `${heightCm} cm`,
        weight: weightKg === null ? '' : `${weightKg} kg`,
        height_cm: heightCm,
        weight_kg: weightKg,
        description: 'A generated member.',
        characteristics: JSON.stringify(characteristics),
        is_test: 0,
        version: 1,
        seen_ms: now,
        created_ms: now,
        updated_ms: now,
        shown_updated_ms: now,
      });
      if (hasPicture && hasPictures)
        insert('pictures', {
          id: pictureId,
          profile_id: profileId,
          width: 800,
          height: 800,
          bytes: 200_000,
          placeholder: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
          created_ms: now,
        });
      const { i, j, side } = cellOf(lat, lon, cellSides.area);
      insert('positions', {
        profile_id: profileId,
        cell_i: i,
        cell_j: j,
        cell_side: side,
        use_kind: 'DEVICE_GPS',
        is_hidden: 0,
        effective_until_ms: now + 20 * hourMs,
        updated_ms: now,
      });
    }
  })();
  db.close();
}
