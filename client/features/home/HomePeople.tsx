// The people on Home: members nearby, news from others, and the map of the area.
import { AreaMap } from './AreaMap.tsx';
import { NearNow } from './NearNow.tsx';
import { News } from './News.tsx';
import './home-people.css';

export const HomePeople = () => (
  <div className="home-people">
    <NearNow />
    <News />
    <AreaMap />
  </div>
);
