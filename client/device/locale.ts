// The locale and the usual units of this device. Every formatted date, number and distance uses them.
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { language as languageOfWords } from './language.ts';
import { localeOf, unitsOf } from '#shared/formats/locale.ts';

/** Cached, because every row of a list asks and finding a language's region is slow. */
let known: { readonly words: string; readonly language: string; readonly locale: string; readonly units: DistanceUnits } | null =
  null;

function ofBrowser() {
  const { language } = navigator;
  const words = languageOfWords();
  if (known?.language !== language || known.words !== words)
    known = { words, language, locale: localeOf(words, language), units: unitsOf(language) };
  return known;
}

export const locale = (): string => ofBrowser().locale;

/** The units that are usual in the region of the browser's language. */
export const usualUnits = (): DistanceUnits => ofBrowser().units;
