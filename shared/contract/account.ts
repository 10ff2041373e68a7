// The own account as a whole: taken along as one archive, or deleted.
import { endpoint } from './endpoint.ts';

export const account = {
  getExport: endpoint({
    method: 'GET',
    path: '/api/export',
    who: 'USER',
    summary:
      'Everything the member wrote and uploaded, and the messages he has: a zip with JSON, pictures and pages to read it by.',
    bytes: 'application/zip',
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/api/account',
    who: 'USER',
    summary: 'Delete the own account with everything in it, for good. Needs a sign-in of the last 15 minutes.',
  }),
};
