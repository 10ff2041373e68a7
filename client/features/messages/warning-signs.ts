// Signs of a scam in a received message, found on the reader's device by patterns of words.

export type Sign = 'money' | 'elsewhere' | 'proof';

/** The text of the warning. */
export const signWords: Readonly<Record<Sign, string>> = {
  money:
    'This may be about money. People who ask for money, gift cards or crypto before you have met are nearly always scammers.',
  elsewhere: 'This asks you to continue somewhere else. You can’t block or report there, and many scams start this way.',
  proof:
    'This asks for a code or proof of who you are. Never pass on a code, and never pay or sign up somewhere to get verified.',
};

/** The largest distance of two words in one sentence that still belong together. */
const near = String.raw`[^.!?\n]{0,40}?`;
const word = (...any: string[]): string => String.raw`(?<![\p{L}\p{N}])(?:${any.join('|')})(?![\p{L}\p{N}])`;
const sign = (...parts: string[]): RegExp => new RegExp(parts.join(near), 'u');

const asking = word(
  'send|pay me|transfer|lend|loan|borrow|wire|deposit|invest|give me|buy me|need',
  'help me (?:out )?with|envíame|enviame|mándame|préstame|schick|leih|überweis|envoie|prête',
);
const currencies = 'dollars?|usd|eur|euros?|bucks|pounds|gbp|€|\\$|£';
const money = `(?:${word(
  'money|cash|funds|dinero|geld|argent|gift ?cards?|steam cards?|itunes cards?|tarjetas? de regalo',
  'gutscheinkarten?|guthabenkarten?|cartes? cadeaux?|western union|money ?gram|cash ?app|venmo|zelle',
  'paypal|bitcoins?|btc|usdt|crypto\\p{L}*|iban|bank (?:account|details|transfer)',
)}|[$€£] ?\\d+|\\d+ ?(?:${currencies}))`;

const apps = word(
  'whats ?app|wats ?app|telegram|snap ?chat|snap|kik|wechat|viber|discord|hangouts?|google chat',
  'insta(?:gram)?|signal|skype|onlyfans|line id',
);
const going = word(
  'text|message|add|write|find|contact|reach|hit me up|hmu|dm|chat|talk|move|switch',
  'continue|join|subscribe|escríbeme|escribeme|agrégame|schreib|add(?:e|ier)|écris|ajoute',
);
const there = word('on', 'at', 'to', 'over', 'via', 'in', 'my', 'por', 'en', 'auf', 'bei', 'über', 'sur');
const number = String.raw`\+?\d[\d ().\/-]{6,}\d`;
const mailAddress = String.raw`[\w.+-]+@[\w-]+\.\p{L}{2,}`;

const patterns: Readonly<Record<Sign, readonly RegExp[]>> = {
  money: [
    sign(asking, money),
    sign(word('double your money', '(?:guaranteed|daily|passive|risk.?free) (?:\\p{L}+ )?(?:profits?|returns?|income)')),
    sign(word('trading', 'forex', 'crypto', 'bitcoin', 'mining'), word('platform', 'signals?', 'expert', 'mentor', 'profits?')),
    sign(word('sugar ?daddy', 'sugar ?boy', 'spoil you'), word('allowance', 'weekly', 'pay\\p{L}*', 'money')),
  ],
  elsewhere: [
    sign(going, there, apps),
    sign(word('my', 'mi', 'mein', 'mon'), apps, String.raw`(?:is|es|ist|est|:|@|${number})`),
    sign(word('text', 'call', 'sms', 'whats ?app', 'ring', 'llámame', 'ruf', 'appelle'), number),
    sign(word('write', 'mail', 'e-?mail', 'contact', 'reach'), mailAddress),
    /(?<![\p{L}\p{N}.])(?:t\.me|wa\.me|telegram\.me|discord\.gg|m\.me|snapchat\.com\/add)\/\S+/u,
  ],
  proof: [
    sign(
      word('send', 'tell', 'give', 'read', 'forward', 'share', 'what is', 'schick', 'envíame', 'envoie'),
      word(
        '(?:verification|confirmation|security|login|sms|six.digit|\\d.digit) ?codes?',
        'bestätigungscode',
        'code de vérification',
      ),
    ),
    sign(
      word('sent', 'send', 'texted', 'text') + near + word('a code', 'the code', 'code'),
      word('read', 'tell', 'give', 'send'),
    ),
    sign(word('verify', 'verified', 'verification', 'age check', 'safety id', 'background check'), String.raw`https?:\/\/`),
  ],
};

/** Normalizes look-alike letters and removes invisible characters. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase();

/** The most serious first. The text does not leave the device for this. */
export function signsIn(text: string): Sign[] {
  const read = plain(text);
  return (['money', 'proof', 'elsewhere'] as const).filter((kind) => patterns[kind].some((pattern) => pattern.test(read)));
}
