// The access table's rows of passkeys.
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import { passkeys } from '#shared/contract/passkeys.ts';
import { byId, nothing, ownOnly, wrongForm, type Row } from './contract-row.ts';

const made = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const created = { ...made, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const used = { ...made, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };

export const passkeyRows: readonly Row[] = [
  { call: passkeys.getPasskeys, ask: nothing, answers: 200 },
  { call: passkeys.postOptions, ask: nothing, answers: 200 },
  { call: passkeys.postPasskey, ask: () => ({ body: { name: 'Phone', credential: created } }), answers: 400 },
  {
    call: passkeys.putPasskey,
    names: 'passkey',
    ask: (id) => ({ params: { id }, body: { name: 'Tablet' } }),
    answers: { ...ownOnly(200), ...wrongForm },
  },
  { call: passkeys.deletePasskey, names: 'passkey', ask: byId, answers: { ...ownOnly(204), ...wrongForm } },
  { call: passkeys.deletePasskeys, ask: nothing, answers: 204 },
  { call: passkeyLogins.postAuthOptions, who: 'all', ask: nothing, answers: 200 },
  { call: passkeyLogins.postAuthPasskey, who: 'all', ask: () => ({ body: { credential: used, remember: false } }), answers: 401 },
  { call: passkeyLogins.postAuthAgain, ask: () => ({ body: {} }), answers: 400 },
];
