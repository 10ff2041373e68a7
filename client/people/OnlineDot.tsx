// A dot on the edge of a member's picture that says that they are online.
import { t } from '#client/device/texts.ts';
import './online-dot.css';

/** Render it after the picture, in an element with the class `has-dot`. `isNamed` is false where a text beside it says the same. */
export const OnlineDot = ({ isNamed = true }: { readonly isNamed?: boolean }) => (
  <span className="online-dot">{isNamed && <span className="visually-hidden">{t('Online now')}</span>}</span>
);
