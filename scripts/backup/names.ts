// The names of the parts of a backup. Pictures and the push keys of an earlier version have the same names in the data directory.
export const picturesName = 'pictures';
export const keysName = 'push-keys.json';
export const databaseName = { sqlite: 'database.sqlite', postgres: 'database.dump' } as const;
