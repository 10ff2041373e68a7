// The people on Home: members nearby, and news from others.
import { NearNow } from './NearNow.tsx';
import { News } from './News.tsx';
import './home-people.css';

export const HomePeople = () => (
  <div className="home-people">
    <NearNow />
    <News />
  </div>
);
