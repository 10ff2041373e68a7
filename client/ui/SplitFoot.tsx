// The foot of a task's screen: its main button, always within reach of the thumb.
import { useEffect, type ReactNode } from 'react';
import './split.css';

export function SplitFoot({ children }: { readonly children: ReactNode }) {
  // Lets the style sheets keep the focused element and the header's message above the foot.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.foot = '';
    return () => void delete dataset.foot;
  }, []);
  return <div className="split-foot">{children}</div>;
}
