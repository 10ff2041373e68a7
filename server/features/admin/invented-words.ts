// Names, descriptions, messages and broadcasts for invented people.
export const names = [
  'Robin',
  'Mateo',
  'Theo',
  'Sam',
  'Andre',
  'Kai',
  'Luis',
  'Noah',
  'Jonas',
  'Omar',
  'Felix',
  'Diego',
  'Marcus',
  'Ravi',
  'Ben',
  'Alex',
  'Hugo',
  'Tariq',
  'Owen',
  'Yusuf',
  'Leo',
  'Emil',
  'Carlos',
  'Wes',
  'Jamal',
  'Nico',
  'Rafael',
  'Dov',
  'Hiro',
  'Jules',
  'Quinn',
  'River',
  'Sasha',
  'Max',
  'Pete',
  'Gus',
  'Cal',
  'Ezra',
  'Finn',
  'Arlo',
  'Beau',
  'Chris',
  'Dante',
  'Eli',
  'Frank',
  'Gabe',
  'Hank',
  'Ivan',
  'Jack',
  'Kofi',
  'Lars',
  'Miles',
  'Nate',
  'Otis',
  'Pablo',
  'Ray',
  'Silas',
  'Tom',
  'Vic',
  'Will',
  'Bartholomew of the Hills',
  'Jean-Christophe',
  'Big Bear Dave',
  'Zoë',
  '真一',
  'DesertRunner602',
  'Ro',
] as const;

/** Appended when a name is used again. */
export const nameSuffixes = ['PHX', 'AZ', 'uptown', 'by the park', 'of Tempe', 'on a bike', 'with dogs', 'after dark'] as const;

export const heights = [
  '5\'5"',
  '5\'7"',
  '5\'8"',
  '5\'9"',
  '5\'10"',
  '5\'11"',
  '6\'0"',
  '6\'1"',
  '6\'2"',
  '6\'4"',
  '168 cm',
  '174 cm',
  '180 cm',
  '183 cm',
  '191 cm',
  '',
] as const;

export const weights = [
  '132 lb',
  '145 lb',
  '151 lb',
  '160 lb',
  '165 lb',
  '170 lb',
  '178 lb',
  '185 lb',
  '196 lb',
  '210 lb',
  '235 lb',
  '64 kg',
  '72 kg',
  '81 kg',
  '94 kg',
  '',
] as const;

export const openings = [
  'New in town and still looking for the good coffee.',
  'Born here, left twice, came back both times.',
  'Nurse by day, gardener by evening, asleep by ten.',
  'Mostly outdoors until it gets hot, mostly in the kitchen after that.',
  'Partnered and open about it; ask me anything.',
  'Quiet at first. It passes.',
  'I teach, I bake, I lose at board games.',
  'Here for friends first and see what happens.',
  'Trans man, two dogs, one very old truck.',
  'Retired early, travelling late.',
] as const;

export const middles = [
  'Happy with a walk, a long talk or a short drive to somewhere with trees.',
  'I like people who say what they mean and laugh easily.',
  'Tested in spring, on PrEP, and I expect the same care back.',
  'Looking for somebody to cook for. I make too much of everything.',
  'Leather on Saturdays, library on Sundays.',
  'No endless chatting, please: a coffee says more.',
  'Weekdays after six, weekends nearly always.',
  'Bears welcome. So are otters. So is everybody, really.',
] as const;

export const closings = [
  'Say hello.',
  'If you have read this far, tell me your favourite taco.',
  'I answer everybody, though sometimes late.',
  'Pictures are recent.',
  'Ask about the motorbike.',
  '',
] as const;

/** Several paragraphs. */
export const longStory = `I have lived within ten minutes of the same canal for twenty years, and I know every heron on it by its temper.

What I am looking for changes with the season. In winter I want company on long walks and somebody who does not mind a slow breakfast. In summer I want somebody with a pool, or at least with opinions about shade.

Things I am good at: bread, crosswords, remembering what you told me last time. Things I am bad at: mornings, small talk, parking.

If you write, tell me one thing you would cook for a stranger.`;

/** Conversations in which the two members take turns. An empty text skips a turn. */
export const dialogues: readonly (readonly string[])[] = [
  [
    'Hi there, your garden picture made me stop. Is that a fig?',
    'It is! Two of them. They are taller than the house now.',
    'I killed mine within a month.',
    'Too much water, I bet. Come and see how it is done some time.',
    'I would like that. Is Saturday any good?',
    'Saturday from four on. I will have lemonade.',
  ],
  [
    'Hey neighbour',
    'Hey! How far are you, really?',
    'Ten minutes on a bike.',
    'That is nothing. Coffee on Roosevelt tomorrow?',
    '',
  ],
  ['Good morning', 'Good morning to you. Early start?', 'Shift at six. You?', 'Not awake yet, honestly.', 'Ha. Talk later then.'],
  [
    'You wrote that you bake. What is in the oven?',
    'Rye, always rye. And sometimes, when somebody is coming over, a cake with far too much lemon and not nearly enough sugar, which people are too polite to mention until the second visit.',
    'I would mention it on the first.',
    'Then you had better come over.',
    'Name a day.',
  ],
  ['Nice to see somebody from Tempe here', 'There are at least four of us 🙂', 'A whole choir.'],
  [
    'Are you going to the film on Friday?',
    'Which one?',
    'The old one, at the outdoor screen by the lake.',
    'Then yes.',
    'Great, look for the green umbrella.',
  ],
  [
    'I liked what you wrote about walks.',
    'Thank you. South Mountain at sunrise, most Sundays.',
    'How early is sunrise?',
    'Earlier than you think.',
  ],
  ['Hello', '', 'I hope you do not mind me writing twice.'],
];

export const calls: readonly string[] = [
  'Anybody up for a coffee by the canal? I am there until six, under the green umbrella.',
  'The choir meets at the library this week, the hall is being painted.',
  'Found: one grey cat with a red collar and strong opinions. Whose is it?',
  'Good morning, everybody 🌵',
  'Two tickets for the outdoor screen tonight, my date has a cold. First come, first served.',
  'Does somebody have a ladder that reaches a second floor? I can pay in lemon cake.',
  'Board games on Thursday, seven o’clock. Beginners are very welcome.',
  'New in town and looking for a barber who listens. Any advice?',
  'Who walks up South Mountain on Sunday? We start before the heat does.',
  'Thank you to whoever held the bus for me this morning.',
  'Free figs on my doorstep until they are gone.',
];
