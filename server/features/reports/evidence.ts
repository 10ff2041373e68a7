// Copies of reported items, independent of later changes and deletions.
import type { Evidence } from '#shared/contract/reports.ts';
import type { ItemKind } from '#shared/rules/arbitration.ts';
import { variantFor } from '#shared/rules/picture-sizes.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { StoredReport } from './cases.store.ts';
import { createEvidenceStore, type Said, type StoredEvidence } from './evidence.store.ts';

export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
}

/** Twice the width of a phone's screen. */
const pictureWidthPx = 1_024;
const maxPictures = 6;
/** Preceding messages shown as context. */
const maxContext = 4;

/** Empty for a profile, whose id would identify the member. */
export const itemIdOf = ({ kind, id }: Item): string => (kind === 'profile' ? '' : id);

/** Copies texts; pictures are listed by id for `copyPictures`. Null for an item that does not exist. */
export async function evidenceIn(
  tx: Tx | World['db']['read'],
  item: Item,
  id: string,
  words: string,
): Promise<StoredEvidence | null> {
  const store = createEvidenceStore(tx);
  const base = { id, kind: item.kind, itemId: itemIdOf(item), words, pictures: [] } as const;
  if (item.kind === 'picture') return { ...base, said: [], pendingPictures: [item.id] };
  if (item.kind === 'profile') {
    const profile = await store.profile(item.id);
    if (profile === null) return null;
    const said = profile.description === '' ? [] : [{ isReported: true, text: profile.description }];
    return { ...base, said, pendingPictures: profile.picIds.slice(0, maxPictures) };
  }
  const message = await store.message(item.id);
  if (message === null) return null;
  const said = message.text === '' ? [] : [{ isReported: true, text: message.text }];
  return { ...base, said, pendingPictures: message.picIds.slice(0, maxPictures) };
}

/** The messages preceding a reported message; empty for other items. */
export async function saidBefore(db: World['db']['read'], { kind, id }: Item): Promise<Said[]> {
  const store = createEvidenceStore(db);
  const message = kind === 'message' ? await store.message(id) : null;
  if (message === null) return [];
  return (await store.before(message, maxContext)).map(({ text, senderId }) => ({
    isReported: senderId === message.senderId,
    text,
  }));
}

/** In base64, without deleted pictures. Do not call it inside a write, because it reads files. */
export async function copyPictures({ db, pictureFiles }: World, pictureIds: readonly string[]): Promise<string[]> {
  const store = createEvidenceStore(db.read);
  const copies = await Promise.all(
    pictureIds.map(async (id) => {
      const widthPx = await store.pictureWidth(id);
      const bytes = widthPx === null ? null : await pictureFiles.get(id, variantFor(pictureWidthPx, widthPx));
      return bytes?.toString('base64');
    }),
  );
  return copies.filter((copy) => copy !== undefined);
}

/** The evidence for jurors and administrators, without the reporters' identities. */
export const evidenceShown = (stored: readonly StoredEvidence[], reports: readonly StoredReport[]): Evidence[] =>
  stored.map((one) => {
    const about = reports.filter(({ item_kind, item_id }) => item_kind === one.kind && item_id === one.itemId);
    const before = about.map(({ said_before }) => JSON.parse(said_before) as Said[]).find((said) => said.length > 0);
    return {
      kind: one.kind,
      said: [...(before ?? []), ...one.said],
      pictures: [...one.pictures],
      words: [one.words, ...about.map(({ words }) => words)].filter((words) => words !== ''),
      isIncomplete: one.pendingPictures.length > 0,
    };
  });
