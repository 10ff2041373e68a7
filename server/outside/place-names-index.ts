// The index of place names: the sorted starts of all words in the normalized names. Threads can pass its arrays without copying.
import { plainLetters } from '#shared/rules/plain-letters.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';

export interface NamedPlace extends Place {
  readonly name: string;
  /** ISO 3166-1 code of two letters. */
  readonly country: string;
  readonly region: string | null;
}

export interface SourcePlace extends NamedPlace {
  readonly population: number;
  /** Other names by which the place is found. */
  readonly otherNames?: readonly string[];
}

export interface PlaceIndex {
  /** The normalized names in UTF-8, with a line break before each and at the end. */
  readonly folded: Uint8Array<ArrayBuffer>;
  /** Where each word starts in `folded`, sorted by what follows, and the place to which it belongs. */
  readonly wordStarts: Uint32Array<ArrayBuffer>;
  readonly wordPlaces: Uint32Array<ArrayBuffer>;
  /** The names in UTF-8 without separators, and where each ends. */
  readonly names: Uint8Array<ArrayBuffer>;
  readonly nameEnds: Uint32Array<ArrayBuffer>;
  /** The two letters of each country. */
  readonly countries: Uint8Array<ArrayBuffer>;
  readonly regions: Uint16Array<ArrayBuffer>;
  readonly regionNames: readonly (string | null)[];
  /** The populations' logarithms to base ten. */
  readonly populations: Float32Array<ArrayBuffer>;
  /** In hundredths of a degree: about a kilometre, which is also the side of a published cell. */
  readonly lats: Int16Array<ArrayBuffer>;
  readonly lons: Int16Array<ArrayBuffer>;
}

const lineBreak = 0x0a;

/** What a match of the whole name, or of its start, adds to the rank: the population's logarithm to base ten, less for distant places. */
const exactRank = 3;
const startRank = 1.5;
/** Smaller places, and those without a known population, count as this many people. */
const leastPopulation = 100;
/** A place at this distance ranks like a near one with 42 % of its population. At ten times the distance, it is 5 %. */
const nearMetres = 50_000;
const distanceRank = 1.25;

/** In lower case without accents. Everything except letters and digits separates words. */
export const foldedName = (name: string): string =>
  plainLetters(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function placeIndexOf(places: readonly SourcePlace[]): PlaceIndex {
  const words: { readonly rest: string; readonly start: number; readonly place: number }[] = [];
  const lines: string[] = [''];
  let bytes = 1;
  places.forEach(({ name, otherNames = [] }, place) => {
    for (const line of new Set([name, ...otherNames].map(foldedName))) {
      for (const { index } of line.matchAll(/(?<=^| )./gu))
        words.push({ rest: line.slice(index), start: bytes + Buffer.byteLength(line.slice(0, index)), place });
      lines.push(line);
      bytes += Buffer.byteLength(line) + 1;
    }
  });
  words.sort((one, other) => (one.rest < other.rest ? -1 : one.rest > other.rest ? 1 : one.place - other.place));
  const regionNames = [...new Set(places.map(({ region }) => region))];
  const regionNumbers = new Map(regionNames.map((region, number) => [region, number]));
  let end = 0;
  return {
    folded: bytesOf(`${lines.join('\n')}\n`),
    wordStarts: Uint32Array.from(words, ({ start }) => start),
    wordPlaces: Uint32Array.from(words, ({ place }) => place),
    names: bytesOf(places.map(({ name }) => name).join('')),
    nameEnds: Uint32Array.from(places, ({ name }) => (end += Buffer.byteLength(name))),
    countries: bytesOf(places.map(({ country }) => country).join('')),
    regions: Uint16Array.from(places, ({ region }) => regionNumbers.get(region) ?? 0),
    regionNames,
    populations: Float32Array.from(places, ({ population }) => Math.log10(Math.max(population, leastPopulation))),
    lats: Int16Array.from(places, ({ lat }) => Math.round(lat * 100)),
    lons: Int16Array.from(places, ({ lon }) => Math.round(lon * 100)),
  };
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The `max` places with the highest rank of those whose name has `text` at the start of a word. */
export function searchIn(index: PlaceIndex, text: string, near: Place | null, max: number): NamedPlace[] {
  const wanted = bytesOf(foldedName(text));
  if (wanted.length === 0) return [];
  const { folded, wordStarts, wordPlaces } = index;
  const ranks = new Map<number, number>();
  for (let at = firstMatch(index, wanted); at < wordStarts.length; at++) {
    const [start = 0, place = 0] = [wordStarts[at], wordPlaces[at]];
    if (order(folded, start, wanted) !== 0) break;
    const rank = rankOf(index, place, near) + matchRank(folded, start, wanted.length);
    if (rank > (ranks.get(place) ?? Number.NEGATIVE_INFINITY)) ranks.set(place, rank);
  }
  return [...ranks]
    .sort(([one, rankOfOne], [other, rankOfOther]) => rankOfOther - rankOfOne || one - other)
    .slice(0, max)
    .map(([place]) => placeAt(index, place));
}

function firstMatch({ folded, wordStarts }: PlaceIndex, wanted: Uint8Array): number {
  let low = 0;
  let high = wordStarts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(folded, wordStarts[middle] ?? 0, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Negative if the text at `start` comes before `wanted`, and 0 if it starts with it. */
function order(folded: Uint8Array, start: number, wanted: Uint8Array): number {
  for (let at = 0; at < wanted.length; at++) {
    const difference = (folded[start + at] ?? 0) - (wanted[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function matchRank(folded: Uint8Array, start: number, length: number): number {
  if (folded[start - 1] !== lineBreak) return 0;
  return folded[start + length] === lineBreak ? exactRank : startRank;
}

function rankOf({ populations, lats, lons }: PlaceIndex, place: number, near: Place | null): number {
  const population = populations[place] ?? 0;
  if (near === null) return population;
  const metres = distanceMetres(near, { lat: (lats[place] ?? 0) / 100, lon: (lons[place] ?? 0) / 100 });
  return population - distanceRank * Math.log10(1 + metres / nearMetres);
}

function placeAt({ names, nameEnds, countries, regions, regionNames, lats, lons }: PlaceIndex, place: number): NamedPlace {
  const text = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString();
  return {
    name: text(names, nameEnds[place - 1] ?? 0, nameEnds[place] ?? 0),
    country: text(countries, place * 2, place * 2 + 2),
    region: regionNames[regions[place] ?? 0] ?? null,
    lat: (lats[place] ?? 0) / 100,
    lon: (lons[place] ?? 0) / 100,
  };
}
