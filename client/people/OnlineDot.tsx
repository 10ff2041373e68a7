// The mark of a member who is online now, on the edge of their picture.
import './online-dot.css';

/** Belongs in an element with the class `has-dot`, after the picture. `isNamed` is false where a text beside it says the same. */
export const OnlineDot = ({ isNamed = true }: { readonly isNamed?: boolean }) => (
  <span className="online-dot">{isNamed && <span className="visually-hidden">Online now</span>}</span>
);
