// The caller's account as a whole: export as an archive, deletion.
import { endpoint } from './endpoint.ts';

export const account = {
  getExport: endpoint({
    method: 'GET',
    path: '/api/export',
    who: 'USER',
    summary: "All the caller's data, and the messages they have: a zip with JSON, pictures and HTML pages.",
    bytes: 'application/zip',
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    who: 'USER',
    summary: "Delete the caller's account with all its data permanently. Requires a login within the last 15 minutes.",
  }),
};
