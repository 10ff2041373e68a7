// The caller's account as a whole: export as an archive, deletion.
import { endpoint } from './endpoint.ts';

export const account = {
  getExport: endpoint({
    method: 'GET',
    path: '/api/export',
    who: 'USER',
    summary: 'Everything the member wrote and uploaded, and the messages they have: a zip with JSON, pictures and HTML pages.',
    bytes: 'application/zip',
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    who: 'USER',
    summary: 'Delete the own account with all its data permanently. Needs a login within the last 15 minutes.',
  }),
};
