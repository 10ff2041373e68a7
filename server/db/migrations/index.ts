// All migrations in order; new ones are only ever appended.
import type { Migration } from '#server/db/open.ts';
import { first } from './0001-first.ts';
import { conversations } from './0002-conversations.ts';
import { ends } from './0003-ends.ts';
import { pushOrigin } from './0004-push-origin.ts';
import { contact } from './0005-contact.ts';
import { sessions } from './0006-sessions.ts';
import { notes } from './0007-notes.ts';
import { grants } from './0008-grants.ts';
import { broadcasts } from './0009-broadcasts.ts';
import { replies } from './0010-replies.ts';
import { search } from './0011-search.ts';
import { mutes } from './0012-mutes.ts';
import { forgottenWords } from './0013-forgotten-words.ts';
import { cases } from './0014-cases.ts';
import { games } from './0015-games.ts';
import { community } from './0016-community.ts';
import { admin } from './0017-admin.ts';
import { spam } from './0018-spam.ts';
import { sessionLock } from './0019-session-lock.ts';
import { passkeys } from './0020-passkeys.ts';
import { signInMails } from './0021-sign-in-mails.ts';
import { online } from './0022-online.ts';
import { sequences } from './0023-sequences.ts';
import { maskedWords } from './0024-masked-words.ts';
import { conversationStates } from './0025-conversation-states.ts';
import { memberWords } from './0026-member-words.ts';
import { auditAccount } from './0027-audit-account.ts';
import { lookedUpRows } from './0028-looked-up-rows.ts';
import { places } from './0029-places.ts';
import { slices } from './0029-slices.ts';
import { chatPictures } from './0030-chat-pictures.ts';
import { language } from './0032-language.ts';
import { caseNews } from './0033-case-news.ts';
import { contactLanguage } from './0034-contact-language.ts';
import { changes } from './0035-changes.ts';
import { usedChallenges } from './0036-used-challenges.ts';
import { dayStartPoints } from './0037-day-start-points.ts';
import { contactMails } from './0038-contact-mails.ts';
import { blockedTimes } from './0039-blocked-times.ts';
import { plainWords } from './0040-plain-words.ts';
import { viewOnce } from './0031-view-once.ts';

export const migrations: readonly Migration[] = [
  first,
  conversations,
  ends,
  pushOrigin,
  contact,
  sessions,
  notes,
  grants,
  broadcasts,
  replies,
  search,
  mutes,
  forgottenWords,
  cases,
  games,
  community,
  admin,
  spam,
  sessionLock,
  passkeys,
  signInMails,
  online,
  sequences,
  maskedWords,
  conversationStates,
  memberWords,
  auditAccount,
  lookedUpRows,
  places,
  slices,
  chatPictures,
  viewOnce,
  language,
  caseNews,
  contactLanguage,
  changes,
  usedChallenges,
  dayStartPoints,
  contactMails,
  blockedTimes,
  plainWords,
];
