// The brand's slogan with a picture of the app or, if discreet, a motif: on the visitor's home, and beside forms in wide windows.
import { brand } from '#client/device/brand.ts';
import { Motif } from './Motif.tsx';
import './greeting.css';

export interface GreetingProps {
  readonly isBesideForm?: boolean;
}

export function Greeting({ isBesideForm = false }: GreetingProps) {
  const Slogan = isBesideForm ? 'p' : 'h1';
  return (
    <section className={isBesideForm ? 'hero hero-beside' : 'hero'}>
      <div className="hero-words">
        <Slogan>{brand.slogans[0]}</Slogan>
        <p>{brand.description}</p>
      </div>
      {/* A discreet brand shows no people. */}
      {brand.discreet ? <Motif /> : <span className="hero-look" aria-hidden="true" />}
    </section>
  );
}
