// A dot on the edge of a member's picture that says that they are online.
import './online-dot.css';

/** Render it after the picture, in an element with the class `has-dot`. */
export const OnlineDot = () => (
  <span className="online-dot">
    <span className="visually-hidden">Online now</span>
  </span>
);
