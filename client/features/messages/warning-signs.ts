// Finds signs of a scam in a received message by word patterns. This happens only on the reader's device.

export type WarningSign = 'money' | 'otherApp' | 'verification';

export const warningTexts = {
  money:
    'This may be about money. People who ask for money, gift cards or crypto before you have met are nearly always scammers.',
  otherApp: 'This asks you to continue somewhere else. You can’t block or report there, and many scams start this way.',
  verification:
    'This asks for a code or proof of who you are. Never pass on a code, and never pay or sign up somewhere to get verified.',
} as const satisfies Record<WarningSign, string>;

/** There may be up to 40 characters between words of the same sentence. */
const gap = String.raw`[^.!?\n]{0,40}?`;
const anyWord = (...any: string[]): string => String.raw`(?<![\p{L}\p{N}])(?:${any.join('|')})(?![\p{L}\p{N}])`;
const sameSentence = (...parts: string[]): RegExp => new RegExp(parts.join(gap), 'u');

const requests = anyWord(
  'send|pay me|transfer|lend|loan|borrow|wire|deposit|invest|give me|buy me|need',
  'help me (?:out )?with|envíame|enviame|mándame|préstame|schick|leih|überweis|envoie|prête',
);
const currencies = 'dollars?|usd|eur|euros?|bucks|pounds|gbp|€|\\$|£';
const money = `(?:${anyWord(
  'money|cash|funds|dinero|geld|argent|gift ?cards?|steam cards?|itunes cards?|tarjetas? de regalo',
  'gutscheinkarten?|guthabenkarten?|cartes? cadeaux?|western union|money ?gram|cash ?app|venmo|zelle',
  'paypal|bitcoins?|btc|usdt|crypto\\p{L}*|iban|bank (?:account|details|transfer)',
)}|[$€£] ?\\d+|\\d+ ?(?:${currencies}))`;

const apps = anyWord(
  'whats ?app|wats ?app|telegram|snap ?chat|snap|kik|wechat|viber|discord|hangouts?|google chat',
  'insta(?:gram)?|signal|skype|onlyfans|line id',
);
const contactVerbs = anyWord(
  'text|message|add|write|find|contact|reach|hit me up|hmu|dm|chat|talk|move|switch',
  'continue|join|subscribe|escríbeme|escribeme|agrégame|schreib|add(?:e|ier)|écris|ajoute',
);
const prepositions = anyWord('on', 'at', 'to', 'over', 'via', 'in', 'my', 'por', 'en', 'auf', 'bei', 'über', 'sur');
const phoneNumber = String.raw`\+?\d[\d ().\/-]{6,}\d`;
const emailAddress = String.raw`[\w.+-]+@[\w-]+\.\p{L}{2,}`;

const patterns: Readonly<Record<WarningSign, readonly RegExp[]>> = {
  money: [
    sameSentence(requests, money),
    sameSentence(
      anyWord('double your money', '(?:guaranteed|daily|passive|risk.?free) (?:\\p{L}+ )?(?:profits?|returns?|income)'),
    ),
    sameSentence(
      anyWord('trading', 'forex', 'crypto', 'bitcoin', 'mining'),
      anyWord('platform', 'signals?', 'expert', 'mentor', 'profits?'),
    ),
    sameSentence(anyWord('sugar ?daddy', 'sugar ?boy', 'spoil you'), anyWord('allowance', 'weekly', 'pay\\p{L}*', 'money')),
  ],
  otherApp: [
    sameSentence(contactVerbs, prepositions, apps),
    sameSentence(anyWord('my', 'mi', 'mein', 'mon'), apps, String.raw`(?:is|es|ist|est|:|@|${phoneNumber})`),
    sameSentence(anyWord('text', 'call', 'sms', 'whats ?app', 'ring', 'llámame', 'ruf', 'appelle'), phoneNumber),
    sameSentence(anyWord('write', 'mail', 'e-?mail', 'contact', 'reach'), emailAddress),
    /(?<![\p{L}\p{N}.])(?:t\.me|wa\.me|telegram\.me|discord\.gg|m\.me|snapchat\.com\/add)\/\S+/u,
  ],
  verification: [
    sameSentence(
      anyWord('send', 'tell', 'give', 'read', 'forward', 'share', 'what is', 'schick', 'envíame', 'envoie'),
      anyWord(
        '(?:verification|confirmation|security|login|sms|six.digit|\\d.digit) ?codes?',
        'bestätigungscode',
        'code de vérification',
      ),
    ),
    sameSentence(
      anyWord('sent', 'send', 'texted', 'text') + gap + anyWord('a code', 'the code', 'code'),
      anyWord('read', 'tell', 'give', 'send'),
    ),
    sameSentence(
      anyWord('verify', 'verified', 'verification', 'age check', 'safety id', 'background check'),
      String.raw`https?:\/\/`,
    ),
  ],
};

/** Writes full-width, bold and capital letters as plain small ones, and removes invisible characters. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase();

/** The most serious sign comes first. */
export function findWarningSigns(text: string): WarningSign[] {
  const normalized = normalize(text);
  return (['money', 'verification', 'otherApp'] as const).filter((sign) =>
    patterns[sign].some((pattern) => pattern.test(normalized)),
  );
}
