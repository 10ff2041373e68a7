// The mutants that no test can detect, each with the reason. They are not counted.
import type { Mutant } from './mutants.ts';

interface Equivalent {
  readonly path: string;
  /** The source line without indentation. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    path: 'client/offline/outbox/outbox-entries.ts',
    line: 'return { ...withoutWrite(row), profile, queue, ...write, goneMeansDone, order: row.order ?? 0 };',
    original: 'row.order ?? 0',
    replacement: '(row.order)',
    reason: 'The store gives each row an order when it is added; a row that is read has one.',
  },
  {
    path: 'client/offline/uploads/upload-queue.ts',
    line: 'return { ...withoutValue(row), profile, ...picture, order: row.order ?? 0 };',
    original: 'row.order ?? 0',
    replacement: '(row.order)',
    reason: 'The store gives each row an order when it is added; a row that is read has one.',
  },
  ...[
    'const unchanged = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in (base ?? {}))));',
    'const merged = mergedOnto(current, base ?? {}, fields);',
  ].map((line) => ({
    path: 'client/offline/outbox/outbox-entries.ts',
    line,
    original: 'base ?? {}',
    replacement: '(base)',
    reason: 'A replay rebases only writes that have a base; one without is refused.',
  })),
  {
    path: 'client/offline/outbox/outbox-queue.ts',
    line: 'if (before === null || version === null) return;',
    original: 'before === null || version === null',
    replacement: '(version === null)',
    reason: 'What is noted for a write without a version is never read: newestVersionOf looks up only versions that are texts.',
  },
  {
    path: 'client/offline/outbox/page-replay.ts',
    line: 'if (atMs >= timerMs) return;',
    original: '>=',
    replacement: '>',
    reason: 'A timer is replaced by one for the same moment.',
  },
  {
    path: 'client/offline/conversations/list-ends.ts',
    line: 'end === undefined ? items.length >= pageSize : (items.at(-1)?.sequence ?? 0) > end;',
    original: 'items.at(-1)?.sequence ?? 0',
    replacement: '(items.at(-1)?.sequence)',
    reason: 'An end is never below 0: without items neither 0 nor undefined is above it.',
  },
  {
    path: 'client/offline/seal.ts',
    line: 'if (before !== undefined) return before;',
    original: 'return before;',
    replacement: '{}',
    reason: 'A name is sealed to the same text each time; what is remembered only saves the work.',
  },
  {
    path: 'client/offline/conversations/conversation-queries.ts',
    line: 'if (cached === undefined || known === undefined || message.tsCreated <= known.tsCreated) return invalidate(client, key);',
    original: 'cached === undefined || known === undefined',
    replacement: '(known === undefined)',
    reason: 'Without a list no conversation of it is known.',
  },
  {
    path: 'client/offline/conversations/checked-lists.ts',
    line: 'openedSockets++;',
    original: '++',
    replacement: '--',
    reason: 'The number only has to differ from all earlier ones.',
  },
  {
    path: 'client/offline/conversations/broadcast-queries.ts',
    line: 'if (!(error instanceof Refused && error.status === 404)) throw error;',
    original: 'error instanceof Refused && error.status === 404',
    replacement: '(error.status === 404)',
    reason: 'No other error has the status 404.',
  },
  {
    path: 'server/nearby/due-times.ts',
    line: 'if ((times[child] ?? 0) >= lastMs) break;',
    original: '>=',
    replacement: '>',
    reason: 'The order of equal due times does not matter.',
  },
  {
    path: 'server/nearby/due-times.ts',
    line: 'if ((this.#times[parent] ?? 0) <= dueMs) break;',
    original: '<=',
    replacement: '<',
    reason: 'The order of equal due times does not matter.',
  },
  {
    path: 'server/features/notifications/notifications.service.ts',
    line: "const name = known ?? (await createProfilesStore(tx).find(aboutProfileId))?.profilename ?? '';",
    original: 'known ?? (await createProfilesStore(tx).find(aboutProfileId))?.profilename',
    replacement: '((await createProfilesStore(tx).find(aboutProfileId))?.profilename)',
    reason: 'A known name is the stored one; it only saves the query.',
  },
  ...[
    "orderKeys: [sectorOrderKey(sector ?? '')],",
    "return [notificationOf(sector ?? '', sentEvents(row, profile), [{ type: 'broadcastSent', messageId: row.id }])];",
  ].map((line) => ({
    path: 'server/features/messages/broadcasts.service.ts',
    line,
    original: "sector ?? ''",
    replacement: '(sector)',
    reason: 'A sender without a sector is refused before.',
  })),
  {
    path: 'server/features/messages/broadcasts.service.ts',
    line: "eventsOf(row, row.sector ?? '', (viewerId) => ({ type: 'broadcast', message: broadcastFor(viewerId, row, profile) }));",
    original: "row.sector ?? ''",
    replacement: '(row.sector)',
    reason: 'The row is a broadcast that was just stored, or one that was published by its id: each has a sector.',
  },
  {
    path: 'server/features/session/known-browsers.service.ts',
    line: 'if (marks.length === 0) return null;',
    original: 'return null;',
    replacement: '{}',
    reason: 'No mark is empty, so the hash of an empty one is not stored; it only saves the query.',
  },
  {
    path: 'server/features/positions/shared-positions.ts',
    line: 'if (isCurrent && point !== undefined) points.set(profileId, point);',
    original: 'isCurrent && point !== undefined',
    replacement: '(isCurrent)',
    reason: 'A stored undefined is read as a missing point.',
  },
  {
    path: 'shared/rules/distance.ts',
    line: "if (feet < feetPerMile) return { value: feet, unit: 'ft' };",
    original: '<',
    replacement: '<=',
    reason: 'The feet are a multiple of 500, which 5,280 is not.',
  },
  {
    path: 'shared/rules/distance.ts',
    line: "if (metres < 1_000) return { value: metres, unit: 'm' };",
    original: '<',
    replacement: '<=',
    reason: 'The metres are a multiple of 150, which 1,000 is not.',
  },
  {
    path: 'shared/rules/distance.ts',
    line: "return { value: toStep(miles, miles < 10 ? 0.5 : 1), unit: 'mi' };",
    original: '<',
    replacement: '<=',
    reason: '10 is 10 in steps of a half and of a whole mile.',
  },
  {
    path: 'shared/rules/distance.ts',
    line: "return { value: toStep(kilometres, kilometres < 16 ? 0.5 : 1), unit: 'km' };",
    original: '<',
    replacement: '<=',
    reason: '16 is 16 in steps of a half and of a whole kilometre.',
  },
  {
    path: 'shared/rules/arbitration.ts',
    line: "const share = weightOf((vote) => vote !== 'refer' && outcomes.indexOf(vote) >= outcomes.indexOf(outcome)) / deciding;",
    original: "vote !== 'refer' && outcomes.indexOf(vote) >= outcomes.indexOf(outcome)",
    replacement: '(outcomes.indexOf(vote) >= outcomes.indexOf(outcome))',
    reason: "'refer' is no outcome, so its index is below that of every outcome.",
  },
  {
    path: 'server/features/account/archive-pages.ts',
    line: 'const escaped = (text: string): string => text.replace(/[&<>"\']/g, (character) => entities[character] ?? character);',
    original: 'entities[character] ?? character',
    replacement: '(entities[character])',
    reason: 'Each character that the pattern matches has an entity.',
  },
  {
    path: 'server/features/visibility/pairs.store.ts',
    line: "db.lock(tx, `pair:${[a, b].toSorted().join(':')}`);",
    original: '.toSorted()',
    replacement: '',
    reason: 'Writes on SQLite run one after the other, and the fast tests use only that.',
  },
  {
    path: 'shared/rules/age.ts',
    line: 'export const isAdult = (birthdate: string, nowMs: number): boolean => (ageOn(birthdate, nowMs) ?? 0) >= limits.adultAge;',
    original: 'ageOn(birthdate, nowMs) ?? 0',
    replacement: '(ageOn(birthdate, nowMs))',
    reason: 'Neither 0 nor null is at least 18.',
  },
];

export const isEquivalent = ({ path, lineText, original, replacement }: Mutant): boolean =>
  equivalents.some(
    (one) => one.path === path && one.line === lineText && one.original === original && one.replacement === replacement,
  );
