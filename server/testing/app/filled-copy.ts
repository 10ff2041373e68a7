// A copy of a SQLite database in which every table has many more rows of others, analyzed as a busy database would be.
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { memberWords, memberWordsFunction } from '#server/db/member-words.ts';

interface Column {
  readonly name: string;
  readonly isUnique: boolean;
}

type Value = string | number | null;

const idPattern = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8})[0-9a-f]{4}/g;

/** `path` is that of a copy, which is changed. Each table gets about `rows` rows: copies of its own with other ids. */
export function fillCopy(path: string, rows: number): Database {
  const database = new SqliteDatabase(path);
  database.function(memberWordsFunction, { deterministic: true }, (text, members) => memberWords(String(text), String(members)));
  database.pragma('foreign_keys = off');
  const triggers = database
    .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_master where type = 'trigger'")
    .all();
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  database.transaction(() => {
    for (const table of tablesOf(database)) copyRows(database, table, rows);
  })();
  for (const { sql } of triggers) database.exec(sql);
  database.exec('analyze');
  return database;
}

function tablesOf(database: Database): string[] {
  const tables = database.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
  return tables.filter((name) => !/^(sqlite_|message_words|migrations$|server_sequence$|epochs$|secrets$)/.test(name));
}

function copyRows(database: Database, table: string, rows: number): void {
  const kept = database.prepare<[], Record<string, Value>>(`select * from ${table} limit 100`).all();
  const columns = columnsOf(database, table);
  const values = columns.map(() => '?').join(', ');
  const insert = database.prepare(
    `insert or ignore into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${values})`,
  );
  const copies = kept.length === 0 ? 0 : Math.ceil(rows / kept.length);
  for (let copy = 1; copy <= copies; copy += 1)
    for (const row of kept) insert.run(...columns.map(({ name, isUnique }) => copiedValue(row[name] ?? null, copy, isUnique)));
}

function columnsOf(database: Database, table: string): Column[] {
  const indexes = database.pragma(`index_list(${table})`) as { name: string; unique: number }[];
  const unique = new Set(
    indexes
      .filter((index) => index.unique === 1)
      .flatMap(({ name }) => (database.pragma(`index_info(${name})`) as { name: string }[]).map((column) => column.name)),
  );
  const columns = database.pragma(`table_info(${table})`) as { name: string; pk: number }[];
  return columns.map(({ name, pk }) => ({ name, isUnique: pk > 0 || unique.has(name) }));
}

function copiedValue(value: Value, copy: number, isUnique: boolean): Value {
  if (typeof value === 'number') return isUnique && value > 1 ? value + copy * 2 ** 24 : value;
  if (value === null) return null;
  const copied = value.replaceAll(idPattern, (_, start: string) => start + copy.toString(16).padStart(4, '0'));
  return isUnique && copied === value ? `${value} ${copy}` : copied;
}
