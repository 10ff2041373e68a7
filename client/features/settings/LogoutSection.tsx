// The link to log out on this device.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';

export function LogoutSection() {
  return (
    <>
      <p className="soft">{t('Logging out deletes all your data on this device.')}</p>
      <div className="row">
        <Link to="/logout" className={buttonClass({ look: 'danger' })}>
          {t('Log out')}
        </Link>
      </div>
    </>
  );
}
