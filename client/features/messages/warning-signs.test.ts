// Tests messages with signs of a scam, and harmless messages with the same words.
import { describe, expect, test } from 'vitest';
import { calls, dialogues, longStory } from '#server/features/admin/invented-words.ts';
import { findWarningSigns, type WarningSign } from './warning-signs.ts';

const suspicious: Readonly<Record<WarningSign, readonly string[]>> = {
  money: [
    'Could you send me $200 for the bus? I pay you back on Friday.',
    'Babe I really need some money for my rent',
    'please buy me a steam card and send the code',
    'lend me 50 euros until monday',
    'I can help you invest in crypto, I make 300 a day',
    'Just wire it, I take CashApp, send cash app only',
    'Double your money in one week, guaranteed returns',
    'My uncle has a trading platform, let me show you how it works',
    'I would spoil you with a weekly allowance',
    'envíame dinero por favor',
    'Schick mir bitte etwas Geld, mein Konto ist gesperrt',
    'Peux-tu m’aider ? Envoie de l’argent par PayPal',
    'S\u200bend me mon\u200bey',
    '𝗦𝗲𝗻𝗱 me 𝗺𝗼𝗻𝗲𝘆',
  ],
  otherApp: [
    'Text me on WhatsApp, I am hardly ever here',
    'add me on snap: bigbear602',
    'Let us move to Telegram, it is easier',
    'hmu on kik',
    'My whatsapp is +1 602 555 0142',
    'Call me at (602) 555-0142 any time',
    'write to lonely.heart@example.com',
    'https://t.me/sweetboy99',
    'wa.me/16025550142',
    'escríbeme por WhatsApp',
    'Schreib mir auf Telegram',
    'écris-moi sur WhatsApp',
    'Can we continue over on Signal?',
    'subscribe to my OnlyFans',
  ],
  verification: [
    'I sent you a code by mistake, please send me the verification code',
    'tell me the six-digit code that you get',
    'Before we meet you have to get verified here: https://safe-dating.example/id',
    'Do the age check first https://example.com/check',
    'They just texted you the code, read it to me',
    'Schick mir den Bestätigungscode',
  ],
};

const harmless = [
  'Hello, how are you?',
  'Dinner was 40 dollars, can you believe it?',
  'I need coffee before I can talk',
  'Can you send me another picture of the garden?',
  'I work at PayPal, in support',
  'I invested ten years in this garden',
  'Money is not everything, is it?',
  'I will pay for the coffee if you bring the cake',
  'Bring cash, they take no cards there',
  'We met on Discord years ago, before all this',
  'I saw that film on Instagram',
  'The signal is bad here in the canyon',
  'Call me old-fashioned, but I like letters',
  'Text me when you are at the door',
  'I go line dancing on Thursdays',
  'In a snap I was wide awake',
  'What is the dress code?',
  'I write code for a living',
  'I was born in 1985 and moved here in 2012',
  'The number 16 bus stops right there, at 10.30',
  'My telegram from 1962 hangs on the wall',
  'A friend verified my ladder and says it is safe',
  'The daily walk is my only income of joy',
  'It takes 45 minutes, then 350 degrees for 2 hours',
  'Look at https://example.org/choir for the dates',
  'Do you want to add sugar?',
];

describe.each(Object.entries(suspicious))('%s', (kind, texts) => {
  test.each(texts)('is found in: %s', (text) => {
    expect(findWarningSigns(text)).toContain(kind);
  });
});

test.each(harmless)('nothing is found in: %s', (text) => {
  expect(findWarningSigns(text)).toEqual([]);
});

test('a message can have several signs, the most serious first', () => {
  expect(findWarningSigns('Add me on Telegram and send me $100, then tell me the verification code')).toEqual([
    'money',
    'verification',
    'otherApp',
  ]);
});

test('no sign is found in everyday conversations', () => {
  expect([...dialogues.flat(), ...calls, longStory].filter((text) => findWarningSigns(text).length > 0)).toEqual([]);
});
