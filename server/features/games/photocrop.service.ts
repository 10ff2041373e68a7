// Photo Cropping: players propose crops of others' pictures, which the owners accept or decline.
import type { CroppablePicture, CropProposal, CropArea } from '#shared/contract/games.ts';
import { dayOf } from '#shared/rules/community.ts';
import { minCropWidth, picturesPerRound, hasPictureAspect, pointsFor } from '#shared/rules/games.ts';
import { problem } from '#server/http/problems.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import type { World } from '#server/world.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import { visitInRandomOrder } from './random-order.ts';
import { createGamePicturesStore, type GamePicture } from './game-pictures.store.ts';
import type { GamesService } from './games.service.ts';
import { createCropsStore, type StoredProposal } from './photocrop.store.ts';
import type { GameVisibility } from './game-visibility.ts';

export interface PhotoCropService {
  /** Up to ten pictures for which the player can propose a crop. */
  pictures(playerId: string): Promise<CroppablePicture[]>;
  /** Problems: not-found for a picture that is not in the game, bad-request for an invalid crop, too-many-requests. */
  propose(playerId: string, pictureId: string, crop: CropArea): Promise<void>;
  /** Undecided proposals. */
  proposals(ownerId: string): Promise<CropProposal[]>;
  /** The number of undecided proposals, at most 20. */
  waiting(ownerId: string): Promise<number>;
  /** Problems: not-found for a proposal that is already decided or is not the owner's, and those of storing a picture. */
  decide(ownerId: string, id: string, isAccepted: boolean): Promise<void>;
}

interface Dependencies {
  readonly games: GamesService;
  readonly gameVisibility: GameVisibility;
  readonly pictures: Pick<PicturesService, 'idFor' | 'crop'>;
  readonly rates: RateLimiter;
}

const maxWaitingPerPicture = 3;
const maxListed = 20;

export function createPhotoCropService(world: World, { games, gameVisibility, pictures, rates }: Dependencies): PhotoCropService {
  const { clock, db, ids, limits } = world;
  const inGame = createGamePicturesStore(db.read, 'crop');
  const store = createCropsStore(db.read);
  const isCroppable = ({ width, height }: GamePicture) =>
    width >= minCropWidth &&
    height * limits.pictureAspect >= minCropWidth &&
    !hasPictureAspect(width, height, limits.pictureAspect);

  async function waitingFor(ownerId: string): Promise<StoredProposal[]> {
    const open = await store.openTo(ownerId);
    const shown: StoredProposal[] = [];
    for (const proposal of open) {
      if (shown.length === maxListed) break;
      if (await gameVisibility.existsFor(ownerId, proposal.proposer_id)) shown.push(proposal);
    }
    return shown;
  }

  return {
    async pictures(playerId) {
      const drawn: CroppablePicture[] = [];
      await visitInRandomOrder(
        ids.fraction(),
        (above, upTo) => inGame.owners(playerId, above, upTo, gameVisibility.isHiddenFrom(playerId)),
        async (owners) => {
          const croppable = owners.flatMap((owner) => owner.pictures).filter(isCroppable);
          const pictureIds = croppable.map(({ id }) => id);
          const [proposed, waiting] = [await store.proposedBy(playerId, pictureIds), await store.waiting(pictureIds)];
          const wanted = croppable.filter(({ id }) => !proposed.has(id) && (waiting.get(id) ?? 0) < maxWaitingPerPicture);
          for (const { id, width, height } of await gameVisibility.listed(wanted, (row) => row.ownerId))
            if (drawn.length < picturesPerRound) drawn.push({ profilePicId: id, width, height });
          return drawn.length === picturesPerRound;
        },
      );
      return drawn;
    },

    async propose(playerId, pictureId, crop) {
      const picture = await inGame.find(pictureId, gameVisibility.isHiddenFrom(playerId));
      if (picture === null || picture.ownerId === playerId || !isCroppable(picture)) throw problem('not-found');
      if (!(await gameVisibility.isListed(picture.ownerId))) throw problem('not-found');
      checkFit(crop, picture, limits.pictureAspect);
      await rates.takeOrThrow(`crops:${playerId}`, limits.rates.cropProposals);
      await db.write(async (tx) => {
        await db.lock(tx, `photocrop:${pictureId}`);
        const crops = createCropsStore(tx);
        // The player does not learn that a proposal was not stored, just as they do not learn that one was declined.
        const isRepeated = (await crops.proposedBy(playerId, [pictureId])).has(pictureId);
        if (!isRepeated && ((await crops.waiting([pictureId])).get(pictureId) ?? 0) >= maxWaitingPerPicture) return;
        await crops.put({
          id: ids.uuid(),
          proposer_id: playerId,
          owner_id: picture.ownerId,
          pic_id: pictureId,
          cut_left: crop.left,
          cut_top: crop.top,
          cut_width: crop.width,
          cut_height: crop.height,
          is_declined: 0,
          created_ms: clock.now(),
        });
      });
    },

    proposals: async (ownerId) => (await waitingFor(ownerId)).map(proposalOf),
    waiting: async (ownerId) => (await waitingFor(ownerId)).length,

    async decide(ownerId, id, isAccepted) {
      const proposal = await store.find(id, ownerId);
      if (proposal === null || !(await gameVisibility.existsFor(ownerId, proposal.proposer_id))) throw problem('not-found');
      if (!isAccepted) return db.write((tx) => createCropsStore(tx).decline(id));
      const { proposer_id: proposerId, pic_id: pictureId } = proposal;
      // Points are added in the transaction that replaces the picture, so that they are added only once and only if it is replaced.
      await pictures.crop(ownerId, pictures.idFor(ownerId, id), pictureId, proposalOf(proposal).cut, async (tx) => {
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
  // The exact time would tell which of the members who were here then proposed it.
  tsCreated: dayOf(row.created_ms),
});

function checkFit({ left, top, width, height }: CropArea, picture: GamePicture, aspect: number): void {
  const isWithin = left + width <= picture.width && top + height <= picture.height;
  if (!isWithin || width < minCropWidth || !hasPictureAspect(width, height, aspect))
    throw problem('bad-request', {
      message: `A crop must be within the picture, have a ratio of 4:5 and be at least ${minCropWidth} pixels wide.`,
    });
}
