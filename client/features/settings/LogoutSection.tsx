// The link to log out on this device.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';

export function LogoutSection() {
  return (
    <>
      <p className="soft">Logging out deletes everything you have on this device.</p>
      <div className="row">
        <Link to="/logout" className={buttonClass({ look: 'danger' })}>
          Log out
        </Link>
      </div>
    </>
  );
}
