// The brand's drawing in its accent colour.
import './motif.css';

export const Motif = () => <span className="motif" aria-hidden="true" />;
