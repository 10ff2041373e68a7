// Calls about the caller's whole account: download all data, delete the account.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const account = {
  // A POST request, so that no link or foreign page can start a download.
  postExport: endpoint({
    method: 'POST',
    path: '/api/export',
    who: 'USER',
    recentSignIn: true,
    whileSuspended: () => true,
    summary: "All the caller's data, and the messages they have: a zip with JSON, pictures and HTML pages.",
    bytes: 'application/zip',
  }),
  getDeletion: endpoint({
    method: 'GET',
    path: '/api/account/deletion',
    who: 'USER',
    recentSignIn: true,
    whileSuspended: () => true,
    summary: 'Whether the account could be deleted now: 403 reauth if that needs a new login first. Changes nothing.',
    reply: z.object({ isAllowed: z.boolean() }),
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
