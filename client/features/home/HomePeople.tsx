// People on Home: who is near, and what is new.
import { NearNow } from './NearNow.tsx';
import { News } from './News.tsx';
import './home-people.css';

export const HomePeople = () => (
  <div className="home-people">
    <NearNow />
    <News />
  </div>
);
