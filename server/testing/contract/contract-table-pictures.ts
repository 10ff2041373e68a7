// The access table's rows of pictures: of profiles, and of conversations.
import { pictures } from '#shared/contract/pictures.ts';
import { png } from '#server/testing/members/actions.ts';
import { actor, byId, ownOnly, unknownId, wrongForm, type Row } from './contract-row.ts';

const uploadOf = (authorProfileId: string) => ({ authorProfileId, picfilename: 'a.png', picfile: png });

export const pictureRows: readonly Row[] = [
  {
    call: pictures.postPicture,
    field: 'authorProfileId',
    ask: (id) => ({ form: uploadOf(id) }),
    answers: { ...actor(200), malformed: 403, huge: 403 },
  },
  {
    call: pictures.postPicture,
    field: 'replace_id',
    names: 'picture',
    ask: (id, caller) => ({ query: { replace_id: id }, form: uploadOf(caller.profileId) }),
    answers: { ...ownOnly(200), ...wrongForm },
  },
  {
    call: pictures.postChatPicture,
    field: 'authorProfileId',
    ask: (id) => ({ query: { recipientProfileId: unknownId }, form: uploadOf(id) }),
    answers: { ...actor(404), malformed: 403, huge: 403 },
  },
  {
    call: pictures.postChatPicture,
    field: 'recipientProfileId',
    ask: (id, caller) => ({ query: { recipientProfileId: id }, form: uploadOf(caller.profileId) }),
    answers: { own: 404, other: 200, blocked: 404, blocking: 404, unknown: 404, ...wrongForm },
  },
  { call: pictures.deletePicture, names: 'picture', ask: byId, answers: { ...ownOnly(204), ...wrongForm } },
  { call: pictures.getPicture, names: 'picture', ask: byId, answers: { ...ownOnly(200), other: 200, ...wrongForm } },
  { call: pictures.getDisplayedPicture, names: 'picture', ask: byId, answers: { ...ownOnly(200), other: 200, ...wrongForm } },
  {
    call: pictures.getPicture,
    field: 'of a conversation',
    names: 'picture of a conversation',
    ask: byId,
    answers: { own: 200, other: 404, blocked: 404, blocking: 404, unknown: 404, ...wrongForm },
  },
  {
    call: pictures.getPrivatePicture,
    field: 'of a conversation',
    names: 'picture of a conversation',
    ask: byId,
    answers: { own: 404, other: 404, blocked: 404, blocking: 404, unknown: 404, ...wrongForm },
  },
  {
    call: pictures.getPicture,
    field: 'private',
    names: 'private picture',
    ask: byId,
    answers: { ...ownOnly(200), ...wrongForm },
  },
  { call: pictures.getPrivatePicture, names: 'private picture', ask: byId, answers: { ...ownOnly(200), ...wrongForm } },
];
