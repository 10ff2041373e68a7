// The brand's drawing, in the colour of its accent.
import './motif.css';

export const Motif = () => <span className="motif" aria-hidden="true" />;
