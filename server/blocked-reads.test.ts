// Tests that requests about a member who blocks the caller have the same status as those about a deleted member, and read with the
// same statements, so that they take as long.
import { expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { games } from '#shared/contract/games.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { createScoresStore } from '#server/features/games/scores.store.ts';
import { createGptStore } from '#server/features/games/gptbuster.store.ts';
import type { Member } from './testing/app/members.ts';
import { openAppForTest } from './testing/app/app-for-test.ts';
import { observedDb } from './testing/app/statements.ts';
import {
  agree,
  block,
  broadcast,
  like,
  ratePicture,
  reportPosition,
  sendChatPicture,
  showPictures,
  uploadChatPicture,
  uploadPicture,
  write,
} from './testing/members/actions.ts';

type Peer = Awaited<ReturnType<typeof peerOf>>;
const everything = { words: true, rating: true, crop: true, leaderboard: true };
const json = { 'content-type': 'application/json' };

/** A member with pictures and texts, who has exchanged likes, messages and pictures with Boris, and takes part in Boris's games. */
async function peerOf(app: Awaited<ReturnType<typeof openAppForTest>>, boris: Member, borissPicture: string) {
  const member = await app.member({ name: 'Anton' });
  const picture = await uploadPicture(member);
  await showPictures(member, { profilePicIds: [picture] });
  await agree(member, everything);
  await reportPosition(member, app.clock.now());
  for (const [from, to] of [
    [member, boris],
    [boris, member],
  ] as const)
    await like(from, to);
  const crop = { left: 0, top: 0, width: 1_600, height: 2_000 };
  await member.call(games.postCropProposal, { body: { profilePicId: borissPicture, ...crop } });
  const row = { planted: null, vote: null, is_raised: 0 } as const;
  const roundId = app.world.ids.uuid();
  const round = { ...row, id: roundId, player_id: boris.profileId, author_id: member.profileId, created_ms: app.clock.now() };
  await app.world.db.write(async (tx) => {
    await createGptStore(tx).insert(round);
    await createScoresStore(tx).add(member.profileId, 'all', 1, app.clock.now() - dayMs);
  });
  for (let count = 0; count < 5; count += 1) await ratePicture(await app.member(), member, picture);
  await ratePicture(boris, member, picture);
  const [chatPicture] = (await sendChatPicture(member, boris, app.world.ids.uuid())).profilePicIds;
  const ownKey = app.world.ids.uuid();
  const [ownChatPicture] = (await sendChatPicture(boris, member, ownKey)).profilePicIds;
  return {
    member,
    picture,
    chatPicture,
    ownKey,
    ownChatPicture,
    roundId,
    received: (await write(member, boris)).id,
    sent: (await write(boris, member)).id,
    broadcast: (await broadcast(member, 'hello')).id,
  };
}

/** Every request that Boris can make about one member or something of theirs. */
function questionsOf(boris: Member, cropId: string, peer: Peer): Record<string, () => Promise<{ readonly status: number }>> {
  const [a, b] = [peer.member.profileId, boris.profileId];
  const get = (path: string) => () => boris.send('GET', path);
  const send = (method: string, path: string, body: object) => () => boris.send(method, path, JSON.stringify(body), json);
  const report = (kind: string, itemId: string) =>
    send('POST', '/api/reports', { kind, itemId, reason: 'hate', words: '', block: false });
  const toAnton = { senderProfileId: b, recipientProfileId: a, bodyText: 'hello', profilePicIds: [] };
  return {
    profile: get(`/api/profile/${a}`),
    'own like': get(`/api/profile-like?likerProfileId=${b}&likedProfileId=${a}`),
    'their like': get(`/api/profile-like?likerProfileId=${a}&likedProfileId=${b}`),
    like: send('PUT', '/api/profile-like', { likerProfileId: b, likedProfileId: a, likeType: 'LIKE' }),
    conversation: get(`/api/messages/between/${b}/${a}`),
    message: get(`/api/message/${peer.received}`),
    'own message': get(`/api/message/${peer.sent}`),
    read: () => boris.send('PUT', `/api/message-read/${peer.received}`),
    reaction: send('PUT', `/api/message-reaction/${peer.received}`, { emoji: '👍' }),
    'removed message': () => boris.send('DELETE', `/api/message/${peer.received}`),
    'removed broadcast': () => boris.send('DELETE', `/api/message/${peer.broadcast}`),
    write: send('POST', '/api/message', toAnton),
    answer: send('POST', '/api/message', { ...toAnton, replyToId: peer.received }),
    note: send('PUT', '/api/profile-note', { authorProfileId: b, aboutProfileId: a, bodyText: 'x', privateTags: [] }),
    mute: send('PUT', '/api/mute', { profileId: a, lastsMs: null }),
    grant: send('PUT', '/api/profile-pic-grants', { profileId: a, lastsMs: null }),
    picture: get(`/api/profile-pic/${peer.picture}`),
    'chat picture': get(`/api/profile-pic/${peer.chatPicture}`),
    'own chat picture': get(`/api/profile-pic/${peer.ownChatPicture}`),
    'removed picture': () => boris.send('DELETE', `/api/profile-pic/${peer.chatPicture}`),
    'removed own picture': () => boris.send('DELETE', `/api/profile-pic/${peer.ownChatPicture}`),
    upload: () => uploadChatPicture(boris, peer.member, peer.ownKey),
    'reported profile': report('profile', a),
    'reported picture': report('picture', peer.picture),
    'reported message': report('message', peer.received),
    'reported broadcast': report('broadcast', peer.broadcast),
    guess: send('POST', '/api/games/ratinggame/guess', { profilePicId: peer.picture, guess: 'most' }),
    crop: send('POST', '/api/games/photocrop/proposals', {
      profilePicId: peer.picture,
      left: 0,
      top: 0,
      width: 1_600,
      height: 2_000,
    }),
    'decided crop': send('PUT', `/api/games/photocrop/proposals/${cropId}`, { isAccepted: false }),
    'proposed crops': get('/api/games'),
    'pictures to rate': get('/api/games/ratinggame/pictures'),
    'pictures to crop': get('/api/games/photocrop/pictures'),
    round: () => boris.send('POST', '/api/games/gptbuster/round'),
    leaderboard: get('/api/games/leaderboard'),
    vote: send('POST', `/api/games/gptbuster/round/${peer.roundId}/vote`, { vote: 'human' }),
    vouches: get(`/api/games/welcome/vouches/${a}`),
    waiting: get('/api/waiting'),
  };
}

async function readsWhen(disappear: (peer: Member, boris: Member) => Promise<unknown>): Promise<Record<string, unknown>> {
  const reads: string[] = [];
  const app = await openAppForTest({
    parts: ({ db }) => ({ db: { ...db, read: observedDb(db, ({ sql }) => reads.push(sql)).read } }),
  });
  await app.sweptOnce();
  const boris = await app.member({ name: 'Boris' });
  const borissPicture = await uploadPicture(boris);
  await showPictures(boris, { profilePicIds: [borissPicture] });
  await agree(boris, everything);
  await reportPosition(boris, app.clock.now());
  const peer = await peerOf(app, boris, borissPicture);
  const [crop] = await boris.call(games.getCropProposals);
  await disappear(peer.member, boris);
  const found: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(questionsOf(boris, crop?.id ?? '', peer))) {
    // The first answer may fill a cache.
    await ask();
    reads.length = 0;
    const { status } = await ask();
    found[name] = { status, reads: reads.map((sql) => sql.replaceAll(/\(\?(?:, \?)*\)/g, '(?)')) };
  }
  return found;
}

test('each request about a member who blocks the caller has the same status and reads as one about a deleted member', async () => {
  const deleted = await readsWhen((anton) => anton.call(account.deleteAccount));
  const blocked = await readsWhen((anton, boris) => block(anton, boris));
  for (const [name, found] of Object.entries(deleted)) expect.soft(blocked[name], name).toEqual(found);
});
