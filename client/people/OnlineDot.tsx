// The mark of a member who is online now, on the edge of their picture.
import './online-dot.css';

/** Belongs in an element with the class `has-dot`, after the picture. */
export const OnlineDot = () => (
  <span className="online-dot">
    <span className="visually-hidden">Online now</span>
  </span>
);
