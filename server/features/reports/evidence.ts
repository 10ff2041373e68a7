// Copies reported items as evidence, which later changes and deletions do not affect.
import type { Evidence } from '#shared/contract/reports.ts';
import type { ItemKind } from '#shared/rules/arbitration.ts';
import { maskedText } from '#shared/rules/masked-text.ts';
import { variantFor } from '#shared/rules/picture-sizes.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { StoredCase, StoredReport } from './cases.store.ts';
import { createEvidenceStore, type EvidenceText, type StoredEvidence } from './evidence.store.ts';

export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
}

/** In pixels: more than twice the width of a phone's screen in CSS pixels. */
const pictureWidthPx = 1_024;
const maxPictures = 6;
/** How many messages before a reported one are shown as context. */
const maxContext = 4;

/** Empty for a profile, because its id would identify the member. */
export const itemIdOf = ({ kind, id }: Item): string => (kind === 'profile' ? '' : id);

/** Replaces names and contact details in a text. */
export type Mask = (text: string) => string;

type Db = Tx | World['db']['read'];

/** A mask for texts about the items. `members` must include the items' owner. Recipients of messages are added. */
export async function maskFor(db: Db, members: readonly string[], items: readonly Item[]): Promise<Mask> {
  const store = createEvidenceStore(db);
  const messageIds = items.flatMap(({ kind, id }) => (kind === 'message' ? [id] : []));
  const messages = await Promise.all(messageIds.map((id) => store.message(id)));
  const recipients = messages.flatMap((message) => message?.recipientId ?? []);
  const names = await store.names([...members, ...recipients]);
  return (text) => maskedText(text, names);
}

/** A mask for the texts of a case that jurors and administrators see. */
export const maskIn = (db: Db, { subject_id }: StoredCase, reports: readonly StoredReport[], stored: readonly StoredEvidence[]) =>
  maskFor(
    db,
    [subject_id, ...reports.map(({ reporter_id }) => reporter_id)],
    stored.map(({ kind, itemId }) => ({ kind, id: itemId })),
  );

/** Copies texts; pictures are listed by id for `copyPictures`. Null for an item that does not exist. */
export async function evidenceIn(db: Db, item: Item, id: string, words: string, mask: Mask): Promise<StoredEvidence | null> {
  const store = createEvidenceStore(db);
  const base = { id, kind: item.kind, itemId: itemIdOf(item), words, pictures: [] } as const;
  if (item.kind === 'picture') return { ...base, said: [], pendingPictures: [item.id] };
  if (item.kind === 'profile') {
    const profile = await store.profile(item.id);
    if (profile === null) return null;
    const said = profile.description === '' ? [] : [{ isReported: true, text: mask(profile.description) }];
    return { ...base, said, pendingPictures: profile.picIds.slice(0, maxPictures) };
  }
  const message = await store.message(item.id);
  if (message === null) return null;
  const said = message.text === '' ? [] : [{ isReported: true, text: mask(message.text) }];
  return { ...base, said, pendingPictures: message.picIds.slice(0, maxPictures) };
}

/** The messages before a reported message. Empty for other items. */
export async function precedingTexts(db: Db, { kind, id }: Item, mask: Mask): Promise<EvidenceText[]> {
  const store = createEvidenceStore(db);
  const message = kind === 'message' ? await store.message(id) : null;
  if (message === null) return [];
  return (await store.before(message, maxContext)).map(({ text, senderId }) => ({
    isReported: senderId === message.senderId,
    text: mask(text),
  }));
}

/** Returns the pictures in base64, without deleted ones. Do not call it inside a write, because it reads files. */
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

/**
 * The evidence for jurors and administrators, without the reporters' identities. It is masked again, since members may have another name
 * by now, and rows of older versions contain names.
 */
export const evidenceShown = (stored: readonly StoredEvidence[], reports: readonly StoredReport[], mask: Mask): Evidence[] =>
  stored.map((one) => {
    const about = reports.filter(({ item_kind, item_id }) => item_kind === one.kind && item_id === one.itemId);
    const before = about.map(({ said_before }) => JSON.parse(said_before) as EvidenceText[]).find((said) => said.length > 0);
    return {
      kind: one.kind,
      said: [...(before ?? []), ...one.said].map((said) => ({ ...said, text: mask(said.text) })),
      pictures: [...one.pictures],
      words: [one.words, ...about.map(wordsOf)].filter((words) => words !== '').map(mask),
      isIncomplete: one.pendingPictures.length > 0,
    };
  });

const wordsOf = ({ masked_words, words }: StoredReport): string => masked_words ?? words;
