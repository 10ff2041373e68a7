// The most common passwords, in lower case.
const text = `
  password passwort passw0rd pass passcode passphrase motdepasse contrasena senha parola haslo wachtwoord salasana losenord
  admin administrator root toor guest user username login logon welcome willkommen bienvenue bienvenido test testing tester demo
  default changeme change secret topsecret private letmein letmeinnow openup opensesame access master masterkey keymaster unlock
  trustno1 nopassword mypassword thepassword yourpassword password1 password12 password123 qwerty qwertz azerty qwerty1 qwerty12
  qwerty123 qwertyui qwertyuiop asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx3edc zaq12wsx q1w2e3r4 q1w2e3r4t5 abc123 abcd1234 abc12345 a1b2c3d4 aa123456 123abc 123qwe 123123123 123321 1234qwer
  12345678 123456789 1234567890 0123456789 987654321 87654321 9876543210 11111111 00000000 88888888 66666666 12341234 12344321
  11223344 112233445566 123456123 147258369 147852369 159357 159753 789456123 741852963 963852741 31415926 314159265
  iloveyou iloveu iloveyou1 iloveme loveyou lovely lover lovers loveme lovehim loveher love mylove truelove sweetheart sweetie honey
  darling baby babyboy babygirl angel angels princess prince queen king kingkong handsome beautiful gorgeous sexy sexyboy sexygirl
  hottie hotboy hotstuff cutie cutiepie sunshine moonlight starlight rainbow rainbows unicorn dragon dragons phoenix tiger tigers
  lion lions panther eagle eagles falcon hawk wolf wolves wolfpack bear bears teddybear panda monkey monkeys chicken rabbit bunny
  kitten kitty kittycat cat cats dog dogs doggie puppy horse horses pony dolphin dolphins shark sharks turtle butterfly spider
  spiderman batman superman ironman captain hulk wolverine deadpool joker starwars startrek skywalker vader darthvader yoda jedi
  pokemon pikachu charizard naruto goku dragonball zelda mario luigi sonic minecraft fortnite roblox warcraft starcraft overwatch
  counterstrike halo matrix neo morpheus trinity gandalf frodo hobbit hogwarts harrypotter potter dumbledore hermione
  football fussball futbol soccer baseball basketball hockey tennis golf golfer golfing rugby cricket volleyball boxing running
  swimming skateboard surfing surfer fishing hunter hunting ranger rangers cowboy cowboys steelers packers patriots yankees redsox
  lakers chicago chelsea arsenal liverpool manchester barcelona realmadrid juventus milan celtic everton united
  ferrari porsche mercedes mustang corvette camaro harley yamaha honda toyota ford chevy jaguar audi bmw
  michael jordan jordan23 michelle jennifer jessica ashley amanda melissa nicole daniel david robert thomas charlie george
  william james john joshua matthew andrew anthony joseph christian christopher alexander alexandra alexandre benjamin samantha
  elizabeth victoria patrick brandon justin tyler hunter2 austin dallas richard steven maria anna andrea martin sebastian thomas
  london paris berlin madrid roma newyork california texas florida canada mexico brazil germany france england ireland scotland
  australia america american freedom liberty justice peace hope faith heaven jesus jesuschrist christ blessed blessing god godisgood
  summer winter spring autumn sommer january february march april june july august september october november december monday
  friday sunday birthday christmas halloween vacation holiday weekend
  chocolate cookie cookies cheese pizza banana apple apples orange cherry strawberry pepper ginger coffee whiskey vodka beer wine
  purple yellow green blue black white silver golden diamond crystal flower flowers rose roses garden ocean river mountain
  computer internet google facebook instagram twitter youtube netflix samsung android iphone microsoft windows linux ubuntu
  hello hello123 helloworld hallo bonjour hola goodbye whatever nothing something anything everything forever always together
  friends friend bestfriend family mother father mommy daddy sister brother brothers blink182 metallica nirvana slipknot eminem
  michaeljackson beyonce rihanna ladygaga madonna beatles queenofhearts music guitar drummer dancer dancing
  pride lgbt lgbtq gay gayboy gaypride lesbian bisexual queer bear otter twink daddybear leather
  money million dollar lucky lucky7 winner player gamer games killer ninja samurai pirate wizard magic mystic shadow ghost
  zxcvbnm123 asdf1234 qwer1234 pass1234 test1234 user1234 admin123 admin1234 welcome1 welcome123 letmein1 monkey1 dragon1
  thunder lightning storm hurricane fire fireball ice icecream snowball snowman bigboy bigdaddy bigdog coolboy superstar rockstar
  success happy happiness smile smiley laughing crazy stupid nobody fuckyou fuckoff fuckme asshole bullshit bitch bastard
`;

export const commonPasswords: ReadonlySet<string> = new Set(text.trim().split(/\s+/));
