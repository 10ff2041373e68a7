// The people on Home: members nearby, news from others, and the map of the area.
import { AreaMap } from './AreaMap.tsx';
import { NearNow } from './NearNow.tsx';
import { News } from './News.tsx';
import { useTryAgain } from './try-again.ts';
import './home-people.css';

export function HomePeople() {
  useTryAgain();
  return (
    <div className="home-people">
      <NearNow />
      <News />
      <AreaMap />
    </div>
  );
}
