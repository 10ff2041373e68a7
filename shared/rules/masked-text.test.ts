// Names of members in texts, whole and in part.
import { expect, test } from 'vitest';
import { maskedText, namesOf } from './masked-text.ts';

test('a member is named by the public name, the account name and the part of the address before the @', () => {
  const member = { profilename: 'Grey Wolf', name: 'Marek', email: 'greywolf77@example.org' };
  expect(namesOf(member)).toEqual(['Grey Wolf', 'Marek', 'greywolf77']);
  expect(namesOf({ ...member, email: null })).toEqual(['Grey Wolf', 'Marek', '']);
});

test.each([
  ['Bo', 'Bo said so, bo!', '[…] said so, […]!'],
  ['J', 'J is a letter', 'J is a letter'],
  [' Marek ', 'Marek!', '[…]!'],
  ['Ana Lee', 'Ana or Lee or Ana Lee', '[…] or […] or […]'],
  ['Al Fox', 'Al and a fox', 'Al and a […]'],
  ['The Wolf', 'the wolf and the forest', '[…] and the forest'],
  ['THE WOLF', 'the forest and a wolf', 'the forest and a […]'],
  ['', 'nobody', 'nobody'],
])('without the name “%s”, the text “%s” becomes “%s”', (name, text, shown) => {
  expect(maskedText(text, [name])).toBe(shown);
});

test.each(['+49 170 1234567', '٠١٠١٢٣٤٥٦٧٨', '۰۹۱۲۳۴۵۶۷۸۹'])('the phone number %s is removed', (number) => {
  expect(maskedText(`call ${number} tonight`, [])).toBe('call […] tonight');
});

test.each([
  ['José', 'hola jose', 'hola […]'],
  ['Jose', 'hola José', 'hola […]'],
  ['Łukasz', 'cześć lukasz', 'cześć […]'],
  ['Müller', 'Muller, Mueller and MÜLLER', '[…], […] and […]'],
  ['Weiß', 'Herr Weiss', 'Herr […]'],
  ['أحمد', 'مرحبا وأحمد واحمد', 'مرحبا […] […]'],
  ['Anton', 'Antons Haus, An\u200bton, Antonia', '[…] Haus, […], Antonia'],
  ['Tom83', 'Tom, tom_83 and tomorrow', '[…], […] and tomorrow'],
  ['BigBear', 'big bear, or bear', '[…], or […]'],
  ['Grey Wolf', 'greywolf and Grey-Wolf', '[…] and […]'],
  ['Grey Wolf 🐺', 'Grey Wolf 🐺!', '[…]!'],
  ['🐺', 'my 🐺', 'my […]'],
  ['Der Bär', 'der baer und der Mann', '[…] und der Mann'],
])('the name “%s” is found as people write it: “%s”', (name, text, shown) => {
  expect(maskedText(text, [name])).toBe(shown);
});

test.each([
  ["Hi, I'm Pete", "Hi, I'm […]"],
  ['ich heiße Jan und ich bin müde', 'ich heiße […] und ich bin müde'],
  ['Me llamo Íñigo', 'Me llamo […]'],
  ['je m’appelle Pierre', 'je m’appelle […]'],
  ['meu nome é João', 'meu nome é […]'],
  ['mi chiamo Luca', 'mi chiamo […]'],
  ['ik heet Jan', 'ik heet […]'],
  ['mam na imię Marek', 'mam na imię […]'],
  ['اسمي سامي', 'اسمي […]'],
  ['mein Insta ist baerchen, mi insta es osito, il mio insta è orso', 'mein […], mi […], il mio […]'],
])('other names and contacts are found in each language: “%s”', (text, shown) => {
  expect(maskedText(text, [])).toBe(shown);
});

test('a text of one long word takes about as long as one of many words', () => {
  const cpuOf = (text: string): number => {
    const before = process.cpuUsage();
    for (let times = 0; times < 100; times += 1) maskedText(text, ['José Müller']);
    return process.cpuUsage(before).user;
  };
  const words = 'a word or two '.repeat(286);
  cpuOf(words);
  for (const part of ['a', 'a.', 'u\u0308', 'insta-', ' ', '@', '1(']) {
    const text = part.repeat(4_000 / part.length);
    cpuOf(text);
    expect(cpuOf(text), part).toBeLessThan(10 * cpuOf(words));
  }
});
