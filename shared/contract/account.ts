// The caller's account as a whole: export as an archive, deletion.
import { endpoint } from './endpoint.ts';

export const account = {
  // Not GET, so that no link or foreign page can start it.
  postExport: endpoint({
    method: 'POST',
    path: '/api/export',
    who: 'USER',
    recentSignIn: true,
    whileSuspended: () => true,
    summary: "All the caller's data, and the messages they have: a zip with JSON, pictures and HTML pages.",
    bytes: 'application/zip',
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    who: 'USER',
    recentSignIn: true,
    whileSuspended: () => true,
    summary: "Delete the caller's account with all its data permanently.",
  }),
};
