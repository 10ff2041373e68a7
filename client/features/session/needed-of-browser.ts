// Says which settings of the browser logging in needs.
import { t } from '#client/device/texts.ts';

export const neededOfBrowser = (): string =>
  t('To log in or register, allow this site to use JavaScript, cookies and stored data in the settings of your browser.');
