// Tells parts of a screen that the header already says why they are missing.
import { t } from '#client/device/texts.ts';
import { useHeaderMessage } from './header-messages.ts';

/** A text that would repeat the message gets the class `said-already`. It keeps its space until the header's message is gone. */
export const useIsServerErrorShown = (): boolean =>
  useHeaderMessage()?.text === t('Sorry this app is having trouble communicating with the server.');
