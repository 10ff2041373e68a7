// Photo Cropping: a cut of another's picture is proposed, and its owner accepts it or says nothing more of it.
import type { CroppablePicture, CropProposal, PictureCut } from '#shared/contract/games.ts';
import { cutWidthLeast, handSize, isCutAlready, pointsFor } from '#shared/rules/games.ts';
import { problem } from '#server/http/problems.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import type { World } from '#server/world.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import { goRound } from './drawing.ts';
import { createGamePicturesStore, type GamePicture } from './game-pictures.store.ts';
import type { GamesService } from './games.service.ts';
import { createCropsStore, type StoredProposal } from './photocrop.store.ts';
import type { Showing } from './showing.ts';

export interface PhotoCropService {
  /** A hand of pictures that the player may propose a cut for. */
  pictures(playerId: string): Promise<CroppablePicture[]>;
  /** Problems: not-found for a picture that is not in the game, bad-request for a cut that is not within it or not four to five. */
  propose(playerId: string, pictureId: string, cut: PictureCut): Promise<void>;
  /** What waits for the owner's word. */
  proposals(ownerId: string): Promise<CropProposal[]>;
  /** How many of them there are, 20 at most. */
  waiting(ownerId: string): Promise<number>;
  /** Problems: not-found for one that does not wait for his word; those of keeping a picture. */
  decide(ownerId: string, id: string, isAccepted: boolean): Promise<void>;
}

interface Needs {
  readonly games: GamesService;
  readonly showing: Showing;
  readonly pictures: Pick<PicturesService, 'idFor' | 'cut'>;
  readonly rates: RateLimiter;
}

/** Cuts of one picture that wait at the same time: more would be a burden for its owner. */
const waitingMost = 3;
const listedMost = 20;

export function createPhotoCropService(world: World, { games, showing, pictures, rates }: Needs): PhotoCropService {
  const { clock, db, ids, limits } = world;
  const inGame = createGamePicturesStore(db.read, 'crop');
  const store = createCropsStore(db.read);
  const isUncut = ({ width, height }: GamePicture) =>
    width >= cutWidthLeast &&
    height * limits.pictureAspect >= cutWidthLeast &&
    !isCutAlready(width, height, limits.pictureAspect);

  async function waitingFor(ownerId: string): Promise<StoredProposal[]> {
    const open = await store.openTo(ownerId);
    const shown: StoredProposal[] = [];
    for (const proposal of open) {
      if (shown.length === listedMost) break;
      if (await showing.isThere(ownerId, proposal.proposer_id)) shown.push(proposal);
    }
    return shown;
  }

  return {
    async pictures(playerId) {
      const hand: CroppablePicture[] = [];
      await goRound(
        ids.fraction(),
        (above, upTo) => inGame.drawn(playerId, above, upTo),
        async (owners) => {
          const uncut = owners.flatMap((owner) => owner.pictures).filter(isUncut);
          const pictureIds = uncut.map(({ id }) => id);
          const [proposed, waiting] = [await store.proposedBy(playerId, pictureIds), await store.waiting(pictureIds)];
          const wanted = uncut.filter(({ id }) => !proposed.has(id) && (waiting.get(id) ?? 0) < waitingMost);
          for (const { id, width, height } of await showing.shown(playerId, wanted, (row) => row.ownerId))
            if (hand.length < handSize) hand.push({ profilePicId: id, width, height });
          return hand.length === handSize;
        },
      );
      return hand;
    },

    async propose(playerId, pictureId, cut) {
      const picture = await inGame.find(pictureId);
      if (picture === null || picture.ownerId === playerId || !isUncut(picture)) throw problem('not-found');
      if (!(await showing.isShown(playerId, picture.ownerId))) throw problem('not-found');
      demandFit(cut, picture, limits.pictureAspect);
      rates.takeOrThrow(`crops:${playerId}`, limits.rates.cropProposals);
      await db.write(async (tx) => {
        await db.lock(tx, `photocrop:${pictureId}`);
        const crops = createCropsStore(tx);
        // Full is full; that this one is not kept is told to nobody, like a no.
        const isOwn = (await crops.proposedBy(playerId, [pictureId])).has(pictureId);
        if (!isOwn && ((await crops.waiting([pictureId])).get(pictureId) ?? 0) >= waitingMost) return;
        await crops.put({
          id: ids.uuid(),
          proposer_id: playerId,
          owner_id: picture.ownerId,
          pic_id: pictureId,
          cut_left: cut.left,
          cut_top: cut.top,
          cut_width: cut.width,
          cut_height: cut.height,
          is_declined: 0,
          created_ms: clock.now(),
        });
      });
    },

    proposals: async (ownerId) => (await waitingFor(ownerId)).map(proposalOf),
    waiting: async (ownerId) => (await waitingFor(ownerId)).length,

    async decide(ownerId, id, isAccepted) {
      const proposal = await store.find(id, ownerId);
      if (proposal === null || !(await showing.isThere(ownerId, proposal.proposer_id))) throw problem('not-found');
      if (!isAccepted) return db.write((tx) => createCropsStore(tx).decline(id));
      const { proposer_id: proposerId, pic_id: pictureId } = proposal;
      // In the very write in which the picture is replaced: it scores once, and only if it came to be.
      await pictures.cut(ownerId, pictures.idFor(ownerId, id), pictureId, proposalOf(proposal).cut, async (tx) => {
        if ((await createCropsStore(tx).find(id, ownerId)) === null) throw problem('not-found');
        await createCropsStore(tx).remove(id);
        await games.score(tx, proposerId, 'photocrop', pointsFor.photocrop);
      });
    },
  };
}

const proposalOf = (row: StoredProposal): CropProposal => ({
  id: row.id,
  picture: { profilePicId: row.pic_id, width: row.width, height: row.height },
  cut: { left: row.cut_left, top: row.cut_top, width: row.cut_width, height: row.cut_height },
  tsCreated: row.created_ms,
});

function demandFit({ left, top, width, height }: PictureCut, picture: GamePicture, aspect: number): void {
  const isWithin = left + width <= picture.width && top + height <= picture.height;
  if (!isWithin || width < cutWidthLeast || !isCutAlready(width, height, aspect))
    throw problem('bad-request', {
      message: `A cut lies within the picture, is four to five, and at least ${cutWidthLeast} wide.`,
    });
}
