// The server's reasons for refused writes, in the language of this device. They are stored as the server sent them, in English.
import { t, type PlainText } from '#client/device/texts.ts';
import type { Refusal } from '#client/offline/database-schema.ts';

/** The cast is safe: texts that are not in the catalogue, such as those of a proxy, stay as they are. */
export const inOwnLanguage = <E extends { readonly reason: Refusal | null }>(entries: readonly E[]): readonly E[] =>
  entries.map((entry) => {
    const { reason } = entry;
    return reason === null ? entry : { ...entry, reason: { ...reason, message: t(reason.message as PlainText) } };
  });
