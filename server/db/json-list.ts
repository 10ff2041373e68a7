// Lists of ids as the database stores them.

/** Ids are UUIDs, so a substring of the JSON list is always an entry. */
export const listsId = (jsonList: string, id: string): boolean => jsonList.includes(id);
