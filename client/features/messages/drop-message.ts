// Removes a message that is not sent yet, or says that it is too late.
import { t } from '#client/device/texts.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { say } from '#client/ui/header-messages.ts';

const noticeMs = 6_000;

export async function dropMessage(entryId: string): Promise<void> {
  if (await outbox.drop(entryId)) return;
  say(t('This message is already being sent. You can unsend it once it’s sent.'), 'error', noticeMs);
}
