// Tells parts of a screen that the header already says why they are missing.
import { t } from '#client/device/texts.ts';
import { useHeaderMessage } from './header-messages.ts';

/** Give what would say it a second time the class `said-already`: it keeps its place until the header's message has gone. */
export const useIsTroubleSaid = (): boolean =>
  useHeaderMessage()?.text === t('Sorry this app is having trouble communicating with the server.');
