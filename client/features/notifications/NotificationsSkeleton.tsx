// Shows placeholder days while notifications are loading.
import { LoadingText, Skeleton } from '#client/ui/Skeleton.tsx';

/** The number of notifications of each day. */
const days = [1, 2, 2, 2, 2];

export function NotificationsSkeleton() {
  return (
    <div className="notification-days" aria-busy="true">
      <LoadingText />
      {days.map((count, day) => (
        <div key={day} className="notification-day">
          <span className="skeleton notification-day-skeleton" />
          {Array.from({ length: count }, (_, index) => (
            <div key={index} className="notification">
              <span className="notification-link">
                <span className="skeleton notification-face" />
                <span className="notification-text">
                  <Skeleton />
                  <Skeleton />
                </span>
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
