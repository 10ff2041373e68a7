// Invented descriptions that GPT Buster mixes with those of members.

interface Narrative {
  /** Removed from the text, as a member's name would be. */
  readonly name: string;
  readonly text: string;
}

const narrative = (name: string, text: string): Narrative => ({ name, text });

/** The keys are stored in rounds, so they must never change. */
export const inventedNarratives: Readonly<Record<string, Narrative>> = {
  // Short texts.
  harbour: narrative(
    'Milo',
    'New to the harbour side. Coffee first, long walks after, and I do mean long. Say hello if you own good shoes.',
  ),
  bread: narrative(
    'Ansgar',
    'I bake bread at five in the morning and fall asleep at nine. If that works for you, everything else will too.',
  ),
  chess: narrative('Ruben', 'Looking for somebody to lose at chess to. Winners choose the film, losers do the dishes.'),
  tram: narrative('Leo', 'i always miss the last tram so you better live close or like company till morning lol'),
  plants: narrative('Otis', '43 plants, one cat, zero patience for small talk. Tell me what you are really up to.'),
  shy: narrative('Emil', 'Shy at first, talkative after ten minutes. Ask me about my motorbike and you lose an evening.'),
  honest: narrative(
    'Karim',
    'Just being honest: not out at work, very out on weekends. Discretion appreciated, kindness required.',
  ),
  cinema: narrative(
    'Theo',
    'Front row of the old cinema every Tuesday, the bad films are the best ones. Seat next to me is free!',
  ),
  swim: narrative('Noah', 'Open water swimmer. Cold hands, warm heart, terrible puns. Text me at @noahswims or right here.'),
  poly: narrative(
    'Jules',
    'Happily partnered, we date separately and talk openly. Dinner and good conversation come before anything else.',
  ),
  visiting: narrative(
    'Andreas',
    'In town for three nights, working days, free evenings. Show me the place where you would take a good friend.',
  ),
  beard: narrative('Bruno', "Big beard, small flat, huge record collection. I'm Bruno, and yes, you may touch the beard."),
  nurse: narrative('Sam', 'Night nurse, so good morning means something else to me. Patient, punctual, always slightly tired.'),
  newly: narrative('Paul', 'Came out at 52 and making up for it one slow dance at a time. Be gentle with a beginner.'),
  soup: narrative('Ilya', 'soup person. that is the whole profile. ok also dogs, tall men, rain on a tent'),
  climber: narrative('Finn', 'Climbing partner wanted, romance possible, a sense of humour on the way down essential.'),
  trans: narrative(
    'Alex',
    'Trans guy, 29, done explaining, ready for tacos. If you are respectful you are already ahead of the queue.',
  ),
  quiet: narrative(
    'Henrik',
    'I like quiet bars where you can hear what the other one says. Two drinks, one good talk, then we see.',
  ),
  gardener: narrative(
    'Matteo',
    'Gardener by trade. Dirt under my nails from March to October, poetry books the rest of the year.',
  ),
  gamer: narrative(
    'Chris',
    'Co-op over versus, every time. Looking for a player two with opinions about snacks and soundtracks.',
  ),

  // Texts of middle length.
  baker: narrative(
    'Tomas',
    'I moved here for a job and stayed for the river. Weekends are for the flea market, a swim when it is warm enough, and cooking far too much pasta for two people. I would love to meet someone who brings the wine and stays for the washing up.',
  ),
  teacher: narrative(
    'Daniel',
    "I'm Daniel, a primary school teacher who spends his days among small people and his evenings in search of adult conversation. I read a lot, run slowly and sing in a choir that is better than it sounds. Not in a hurry.",
  ),
  leather: narrative(
    'Gunther',
    'Leather since the nineties, softie since birth. I go to the monthly meet, I know most people there, and I am glad to take somebody along who is curious and does not want to walk in alone. No pressure, no expectations, just good company.',
  ),
  cyclist: narrative(
    'Wes',
    'Most of my free time happens on two wheels. Last summer from the mountains down to the sea, this year maybe the other way round. I fix other peoples bikes in exchange for cake. Looking for a man who does not mind tan lines.',
  ),
  student: narrative(
    'Yusuf',
    'Second year of architecture, so I look at buildings when I should look where I am going. Sorry in advance. I like street food, late libraries and people who can explain their job in one sentence. Friends welcome, more than friends possible.',
  ),
  divorced: narrative(
    'Richard',
    'Divorced, two grown daughters who know and cheer me on. It took me a while to get here and I am not wasting any more of it. I like walking, jazz on a Sunday and a man who laughs easily. Age really does not matter to me.',
  ),
  drag: narrative(
    'Vincent',
    'By day I do the books for a dentist, by night you may see me in heels and three wigs at the club by the station. Both of them are me. If you only like one half we will not get along, if you like neither, you have no taste.',
  ),
  sober: narrative(
    'Mark',
    'Four years sober and proud of every single day. I still love a night out, I just remember all of it. Lets get ice cream, go dancing, drive somewhere for no reason. My dog Pepper decides in the end, so bring a treat.',
  ),
  puppy: narrative(
    'Kai',
    'Playful pup in a lovely pack, always glad of new friends to roll about with. Outside of that I write software, brew my own kombucha and cry at nature films. Ask before you pet, say please, and we will have a great time together.',
  ),
  faith: narrative(
    'Gabriel',
    'Yes, I go to church, and yes, they know. It is possible and it took work. I sing, I help in the kitchen on Thursdays and I would like a partner who respects that without having to share it. Hobbies: old maps, new recipes, my nephews.',
  ),
  cook: narrative(
    'Rafael',
    'A cook who never wants to cook at home, so you will have to impress me with toast. I work when others go out, which means breakfast dates, museum mornings and empty beaches on Mondays. It is better than it sounds, I promise.',
  ),
  bear: narrative(
    'Otto',
    "Bear, 46, comes with a wooden cabin, a wood stove and a very old car. I'm good at fixing things, less good at texting. Best way to know me is to come along for a day. Write to otto.cabin@example.org or just wave on the map.",
  ),
  dancer: narrative(
    'Luca',
    'tango on wednesdays, salsa when i am tired of tango. i lead i follow i dont care as long as we both smile. looking for somebody to practise with, two left feet are fine mine were too. after class there is always somebody who knows a bar',
  ),
  carer: narrative(
    'Stephen',
    'I look after my mother half of the week, so my time comes in small pieces, and I try to make them good ones. An hour on a bench with somebody kind is worth more to me than a whole weekend of fuss. I make excellent tea.',
  ),
  scientist: narrative(
    'Nikhil',
    'I study moss for a living. Really. It is older than dinosaurs and a lot less dramatic. On weekends I take people out to look at it and most of them come back a second time, which I choose to see as a compliment to me and not to the moss.',
  ),
  volunteer: narrative(
    'Joaquin',
    'You find me at the community centre on Saturdays, usually behind the coffee machine, usually out of milk. I know everybody and their gossip but I keep it to myself. What I want: something slow and honest, with a bit of flirting on the side.',
  ),
  musician: narrative(
    'Elias',
    'Viola player. Please send your viola jokes now so that we have that behind us. I practise four hours a day, which the neighbours tolerate, and spend the rest of it looking for good dumplings. Concert tickets are on me, dumplings on you.',
  ),
  traveler: narrative(
    'Pavel',
    'On the road for most of the year, home in between for clean shirts and my own bed. I like to meet locals who show me their quarter instead of the sights. I listen well, I pay my share and I always send a postcard afterwards.',
  ),
  returning: narrative(
    'Craig',
    'Back after a long break from apps. Things I learnt in that time: how to grill a fish, that I need eight hours of sleep, that I do not miss being ghosted. If you feel like a real talk, write more than hi. I answer everybody who does.',
  ),
  artist: narrative(
    'Dario',
    'I draw strangers on the train and give them the page when I get off. Some keep it, one proposed to me, he was joking, I think. Sitting still is hard for me, sitting with somebody is easier. Tell me which exhibition you saw last.',
  ),

  // Long texts.
  woods: narrative(
    'Magnus',
    'I grew up at the edge of a forest and never quite left it. During the week I work for the town, measuring trees that are too close to power lines, and on weekends I go and look at the ones nobody needs to cut. I am calm, people say, sometimes too calm. I like a fire, a pot of something on it and a friend who does not have to talk all the time. If that sounds boring it probably is, but the stars are very good out here.',
  ),
  list: narrative(
    'Adrian',
    'Things I like: trains that run on time, and also those that do not, because of the people you meet. Oranges. Men with a plan. Men without a plan who are good at improvising. Crosswords in pen. Things I do not like: loud restaurants, being told to relax, cilantro. Things I am looking for: somebody for dinner on Fridays who turns, over the months, into somebody for every other day. No rush, I have waited for slower trains.',
  ),
  recovered: narrative(
    'Joel',
    "My name is Joel and the last few years were not easy, so let me skip to the good part: I am well, I sleep, I laugh again and I own a ridiculous yellow raincoat. I volunteer at the shelter on Sundays and have so far resisted taking every dog home. I'm looking for people first and everything else second. A walk along the canal would be a lovely start, I know a place with hot chocolate halfway.",
  ),
  manager: narrative(
    'Sebastian',
    'Outgoing, driven and always up for an adventure! I work in project management and love bringing structure to chaos, yet my weekends are all about spontaneity. Whether it is a hike at sunrise, a new restaurant or a quiet night with a good series, I believe that the best moments are those we share. I value honesty, humour and communication. If you are looking for a genuine connection with somebody who shows up, let us talk.',
  ),
  islands: narrative(
    'Tiago',
    'Born on an island, so I get nervous when I cannot see water. I teach sailing in the summer and repair boats in the winter, which means that in winter I have time and in summer I have a tan. People think it is romantic, mostly it is sandpaper. I want to find a man who can sit with me on the pier without looking at his phone, and who does not mind the smell of varnish, because it never really washes out.',
  ),
  kink: narrative(
    'Ferdinand',
    'Experienced, careful, curious. For me the talk before is half of the fun, and the tea afterwards is the other half. I am active in the local scene, help with the workshop for beginners twice a year, and gladly answer questions that you would rather not ask in a group. Limits are there to be known and kept. Outside of it I am a rather ordinary man with an allotment, three hens and a strong opinion about tomatoes.',
  ),
  couple: narrative(
    'Hugo',
    'We are two, together for eleven years, and this is the profile of the one who writes better. We like to have people at our table: the pot is large, the chairs do not match and nobody has gone home hungry yet. Sometimes a guest stays longer, sometimes we just make a friend, and both is fine with us. We are open about everything and expect the same. No photos without a few words first, please, we are old-fashioned.',
  ),
  parent: narrative(
    'Benjamin',
    'Dad of a six year old who thinks that I am a dinosaur expert, and by now I am. Every second week belongs to her, every other one to me, and I am slowly remembering what I used to do with it: live music, bouldering, sitting in the sun with a paper. I am not looking for a second parent but for somebody with whom I can be silly, tired and grown up in the same evening. You will hear about dinosaurs, there is no way round it.',
  ),
  nightowl: narrative(
    'Zeke',
    'ok so people say i should write something real here. i work nights in a data centre, its cold and loud and i love it. i get home when everybody goes to work and thats when i cook dinner, steak at 8am ask my neighbours. i like metal, cats, long drives with no talking and then suddenly talking for three hours. not great in groups. really good one on one. if you are also awake at the wrong time of the day we might have a lot in common',
  ),
  grief: narrative(
    'Walter',
    'I lost my husband three years ago, after twenty-six good ones. I am telling you that because it is part of me and because he would have pushed me to write this. I am not looking for a replacement, there is none, but I have found that I still like to be surprised by people. I swim, I go to the opera when I can get the cheap seats, I keep his roses alive. If you are patient and like stories, I have quite a number of them.',
  ),
  language: narrative(
    'Mateusz',
    'I speak four languages and make mistakes in all of them, so please be kind about this text. I came here two years ago for work, first I knew nobody, now I know the baker, the librarian and the whole volleyball team. What I still miss is somebody for the evenings, for cooking together and for laughing at the news. I can teach you to swear in Polish. You can teach me where to put the comma. I think that it is a fair exchange.',
  ),
  runner: narrative(
    'Curtis',
    'Marathon number nine is coming up and I still ask myself at kilometre thirty why I do this. The answer is usually pancakes. I run early, work in an office with too many screens and try to be in bed before the interesting people go out. So, if you are one of the interesting people, meet me for breakfast. I would like a training partner, a travel partner or simply a partner, in this order or any other that comes along.',
  ),
  poet: narrative(
    'Ismail',
    'There is a bench under the chestnut tree by the old school where I have read most of the books that changed me. I still go there. I write too, badly and with great joy, and read it aloud once a month to nine people in the back of a bar. You could be the tenth. I am soft-spoken, a good listener, stubborn about punctuality. I fall for hands, for voices, for people who can be wrong about something and then say it.',
  ),
  builder: narrative(
    'Shane',
    "Carpenter, 38, own tools, own van, own dental appointment I keep putting off. I build stairs mostly. You learn a lot about people from their stairs. I'm out to the whole site and had to fix exactly one nose for it, mine. Weekends I do up an old house that will be ready in about forty years. Need a hand with the plastering and somebody to sit with me on the finished step and tell me its straight. It is not straight and neither am I.",
  ),
  yoga: narrative(
    'Aurelio',
    'Living with intention, one breath at a time. I am a passionate yoga teacher and a lifelong learner who finds beauty in the little things: morning light, fresh herbs, the silence after a storm. My journey has taken me to many places, but I believe home is a feeling rather than a location. I am seeking a kind soul to grow with, to laugh with and to explore all that life has to offer. Authenticity is everything to me.',
  ),
  farmer: narrative(
    'Lennart',
    'Dairy farmer, forty cows, all with names, do not test me on it. I cannot travel much and I get up when you come home from the club. What I can offer is fresh milk, a view down to the lake and a dog who thinks that visitors are the best thing that ever happened. I was alone with being gay out here for a long time. It is better now, and the village was better about it than I expected. Come and see, boots are by the door.',
  ),
  retired: narrative(
    'Gerald',
    'Retired at last, after thirty-eight years of teaching mathematics to people who wanted to be elsewhere. Now I do what I like: the community choir, a little photography, a great deal of reading in the garden. I am told that I look good for my age, mostly by people of my age. I would enjoy the company of a cultivated gentleman for concerts, a day by the sea now and then, and lively disagreement over dinner.',
  ),
  tech: narrative(
    'Ravi',
    'I make apps for a living and still do not know how these things work. Let me try anyway: I am curious, a bit nerdy, loyal to my friends and to one particular noodle place. I hike with too much gear. I own a telescope and the sky above this town is useless for it, so sometimes I drive out for an hour and look at Saturn, and each time I think that somebody should be standing next to me saying wow. The position is open. Find me on telegram: ravilooksup',
  ),
  fashion: narrative(
    'Dominic',
    'I alter wedding dresses, so I see people on the most nervous days of their lives, and I have a box of tissues and a bottle of something for both kinds of tears. I dress well, I cannot help it, but I promise not to comment on your shoes before the second date. Saturdays are work. Sundays are pyjamas, radio and a cake from the place around the corner. I am looking for a man who can be quiet next to me without being far away.',
  ),
  sports: narrative(
    'Trevor',
    'Goalkeeper of a gay football team that has not won since spring, and I take it personally. We train on Mondays, drink on Mondays and promise to train harder, also on Mondays. Off the pitch I drive a bus, number 14, you might have thanked me once. I like simple things done properly: a good pint, a good joke, a good long hug. Come to a match, stand behind my goal, shout something nice. It would make a change, believe me.',
  ),
};
