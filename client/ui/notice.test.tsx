// A notice is announced once: by itself, or by the live region that contains it.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LiveRegion } from './LiveRegion.tsx';
import { Notice } from './Notice.tsx';

const announcing = (markup: string): string[] => markup.match(/role="(?:status|alert)"|aria-live="\w+"/g) ?? [];

test.each(['success', 'warning', 'error'] as const)('a notice of the tone %s', (tone) => {
  const notice = <Notice tone={tone}>Saved</Notice>;
  expect(announcing(renderToStaticMarkup(notice))).toEqual(
    tone === 'error' ? ['role="alert"'] : ['role="alert"', 'aria-live="polite"'],
  );
  expect(announcing(renderToStaticMarkup(<LiveRegion>{notice}</LiveRegion>))).toEqual(['aria-live="polite"']);
});
