// The foot of a task's screen: its main button, always within reach of the thumb.
import { useEffect, type ReactNode } from 'react';
import './split.css';

export function SplitFoot({ children }: { readonly children: ReactNode }) {
  // What has the focus scrolls above it, and the header's message stands above it.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.foot = '';
    return () => void delete dataset.foot;
  }, []);
  return <div className="split-foot">{children}</div>;
}
