// Access rights for the community games, and for what waits on the home screen.
import { cooties, health, welcome } from '#shared/contract/community.ts';
import { home } from '#shared/contract/home.ts';
import { anybody, byId, nothing, ownOnly, wrongForm, type Row } from './contract-row.ts';

export const communityRows: readonly Row[] = [
  { call: home.getWaiting, ask: nothing, answers: 200 },
  { call: cooties.getCooties, ask: nothing, answers: 200 },
  { call: cooties.putCooties, ask: () => ({ body: { isPlaying: true } }), answers: 200 },
  { call: health.getHealthReporting, ask: nothing, answers: 200 },
  // The reply never discloses who was notified.
  {
    call: health.postHealthReport,
    ask: (id) => ({ body: { profileIds: [id] } }),
    answers: { ...anybody, ...wrongForm },
  },
  { call: welcome.getWelcome, ask: nothing, answers: 200 },
  { call: welcome.putWelcome, ask: () => ({ body: { isGreeted: true } }), answers: 200 },
  { call: welcome.getNewcomers, ask: nothing, answers: 200 },
  // None of the members wants to be greeted.
  { call: welcome.postHello, ask: (id) => ({ body: { profileId: id } }), answers: { ...ownOnly(404), ...wrongForm } },
  { call: welcome.getHellos, ask: nothing, answers: 200 },
  {
    call: welcome.putVouch,
    ask: (id) => ({ body: { profileId: id, isVouchedFor: true } }),
    answers: { ...ownOnly(404), ...wrongForm },
  },
  { call: welcome.getVouches, ask: byId, answers: { ...anybody, ...wrongForm } },
];
