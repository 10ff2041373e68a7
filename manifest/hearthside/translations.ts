// The texts of Hearthside in the languages besides English.
import type { BrandTranslations } from '#shared/brand.ts';

export const translations: BrandTranslations = {
  es: {
    productLabel: 'Velada Hearthside',
    slogans: ['Buena compañía, muy cerca', 'Pasa y quédate un rato', 'Gente del barrio que vale la pena', 'Cada quien trae algo'],
    texts: {
      about:
        'Detrás de Hearthside hay una asociación de personas adultas gais y LGBTQ+ que sigue los principios de la economía del don. La membresía es gratuita. Quien puede permitírselo paga por otras personas, y aquí nadie es mercancía.',
      tosExtra: 'Hearthside es un servicio de Hearthside Community Society.',
      support: 'Escríbenos si algo no funciona. Responden personas voluntarias, normalmente en un plazo de dos días.',
    },
    manifest: {
      description: 'Una comunidad de personas adultas gais y LGBTQ+ cerca de ti: mapa, fotos, chats y juegos.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Mira quién hay cerca de ti' },
        chats: { name: 'Chats', description: 'Abre tus chats' },
        likedYou: { name: 'Les gustas', description: 'Mira a quién le gustas' },
      },
      screenshots: { wide: 'Hearthside en una pantalla grande', narrow: 'Hearthside en un teléfono' },
    },
  },
  fr: {
    productLabel: 'Soirée Hearthside',
    slogans: [
      'En bonne compagnie, tout près',
      'Entre, reste un peu',
      'Un voisinage qui gagne à être connu',
      'Tout le monde apporte quelque chose',
    ],
    texts: {
      about:
        'Hearthside est géré par une association d’adultes gays et LGBTQ+, selon les principes de l’économie du don. L’adhésion est gratuite. Les membres qui le peuvent paient pour les autres, et ici, personne n’est une marchandise.',
      tosExtra: 'Hearthside est un service de la Hearthside Community Society.',
      support: 'Écris-nous quand quelque chose ne marche pas. Des bénévoles répondent, le plus souvent sous deux jours.',
    },
    manifest: {
      description: 'Une communauté d’adultes gays et LGBTQ+ près de toi : carte, photos, conversations et jeux.',
      shortcuts: {
        map: { name: 'Carte', description: 'Voir qui est près de toi' },
        chats: { name: 'Chats', description: 'Ouvrir tes conversations' },
        likedYou: { name: 'Likes reçus', description: 'Voir à qui tu plais' },
      },
      screenshots: { wide: 'Hearthside sur un ordinateur', narrow: 'Hearthside sur un téléphone' },
    },
  },
  de: {
    productLabel: 'Hearthside-Abend',
    slogans: [
      'Gute Gesellschaft, gleich nebenan',
      'Komm rein, bleib ein bisschen',
      'Nachbarschaft, die sich lohnt',
      'Alle bringen etwas mit',
    ],
    texts: {
      about:
        'Hinter Hearthside steht ein Verein von schwulen und anderen LGBTQ+-Erwachsenen, der nach den Grundsätzen der Schenkökonomie arbeitet. Die Mitgliedschaft ist kostenlos. Mitglieder, die es sich leisten können, zahlen für andere mit, und niemand wird an irgendwen verkauft.',
      tosExtra: 'Hearthside ist ein Angebot der Hearthside Community Society.',
      support: 'Schreib uns, wenn etwas nicht funktioniert. Ehrenamtliche antworten, meist innerhalb von zwei Tagen.',
    },
    manifest: {
      description: 'Eine Community von schwulen und anderen LGBTQ+-Erwachsenen in deiner Nähe: Karte, Bilder, Chats und Spiele.',
      shortcuts: {
        map: { name: 'Karte', description: 'Sehen, wer in deiner Nähe ist' },
        chats: { name: 'Chats', description: 'Deine Chats öffnen' },
        likedYou: { name: 'Likes für dich', description: 'Sehen, wer dich mag' },
      },
      screenshots: { wide: 'Hearthside auf dem Computer', narrow: 'Hearthside auf dem Handy' },
    },
  },
  'pt-BR': {
    productLabel: 'Noite Hearthside',
    slogans: [
      'Boa companhia, bem perto',
      'Entre, fique um pouco',
      'Gente da vizinhança que vale a pena conhecer',
      'Todo mundo traz alguma coisa',
    ],
    texts: {
      about:
        'O Hearthside é mantido por uma associação de pessoas adultas gays e LGBTQ+, segundo os princípios da economia da dádiva. A adesão é gratuita. Quem pode paga também por outras pessoas, e aqui ninguém é mercadoria.',
      tosExtra: 'O Hearthside é um serviço da Hearthside Community Society.',
      support: 'Escreva para nós quando algo não funcionar. Pessoas voluntárias respondem, em geral em até dois dias.',
    },
    manifest: {
      description: 'Uma comunidade de pessoas adultas gays e LGBTQ+ perto de você: mapa, fotos, conversas e jogos.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Ver quem está perto de você' },
        chats: { name: 'Chats', description: 'Abrir suas conversas' },
        likedYou: { name: 'Curtiram você', description: 'Ver quem curtiu você' },
      },
      screenshots: { wide: 'Hearthside no computador', narrow: 'Hearthside no celular' },
    },
  },
  it: {
    productLabel: 'Serata Hearthside',
    slogans: [
      'Buona compagnia, qui vicino',
      'Entra, resta un po’',
      'Gente del quartiere da conoscere',
      'Ogni persona porta qualcosa',
    ],
    texts: {
      about:
        'Hearthside è gestito da un’associazione di persone adulte gay e LGBTQ+, secondo i principi dell’economia del dono. L’adesione è gratuita. Chi può permetterselo paga anche per altre persone, e qui nessuno è in vendita.',
      tosExtra: 'Hearthside è un servizio della Hearthside Community Society.',
      support: 'Scrivici quando qualcosa non funziona. Rispondono persone volontarie, di solito entro due giorni.',
    },
    manifest: {
      description: 'Una comunità di persone adulte gay e LGBTQ+ vicino a te: mappa, foto, chat e giochi.',
      shortcuts: {
        map: { name: 'Mappa', description: 'Guarda chi hai vicino' },
        chats: { name: 'Chat', description: 'Apri le tue chat' },
        likedYou: { name: 'Piaci a', description: 'Guarda a chi piaci' },
      },
      screenshots: { wide: 'Hearthside sul computer', narrow: 'Hearthside sul telefono' },
    },
  },
  nl: {
    productLabel: 'Hearthside-avond',
    slogans: ['Goed gezelschap, dichtbij', 'Kom binnen, blijf even', 'Buren die je wilt kennen', 'Iedereen neemt iets mee'],
    texts: {
      about:
        'Achter Hearthside staat een vereniging van gay en lhbtqia+ volwassenen die werkt volgens de principes van de schenkeconomie. Lid zijn is gratis. Leden die het kunnen missen, betalen voor anderen mee, en niemand wordt aan iemand verkocht.',
      tosExtra: 'Hearthside wordt aangeboden door de Hearthside Community Society.',
      support: 'Schrijf ons als iets niet werkt. Vrijwilligers antwoorden, meestal binnen twee dagen.',
    },
    manifest: {
      description: 'Een community van gay en lhbtqia+ volwassenen bij jou in de buurt: kaart, foto’s, chats en spellen.',
      shortcuts: {
        map: { name: 'Kaart', description: 'Zien wie er bij je in de buurt is' },
        chats: { name: 'Chats', description: 'Je chats openen' },
        likedYou: { name: 'Likes voor jou', description: 'Zien wie jou leuk vindt' },
      },
      screenshots: { wide: 'Hearthside op de computer', narrow: 'Hearthside op de telefoon' },
    },
  },
  pl: {
    productLabel: 'Wieczór Hearthside',
    slogans: ['Dobre towarzystwo, tuż obok', 'Wejdź, zostań na chwilę', 'Sąsiedztwo warte poznania', 'Każda osoba coś wnosi'],
    texts: {
      about:
        'Hearthside prowadzi stowarzyszenie gejów i innych dorosłych osób LGBTQ+, według zasad ekonomii daru. Członkostwo jest bezpłatne. Osoby, które na to stać, płacą za innych, a nikt nie jest tu na sprzedaż.',
      tosExtra: 'Hearthside to usługa Hearthside Community Society.',
      support: 'Napisz do nas, kiedy coś nie działa. Odpowiadają osoby z wolontariatu, zwykle w ciągu dwóch dni.',
    },
    manifest: {
      description: 'Społeczność gejów i innych dorosłych osób LGBTQ+ w pobliżu: mapa, zdjęcia, rozmowy i gry.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Zobacz, kto jest w pobliżu' },
        chats: { name: 'Czaty', description: 'Otwórz swoje rozmowy' },
        likedYou: { name: 'Lubią cię', description: 'Zobacz, kto cię lubi' },
      },
      screenshots: { wide: 'Hearthside na komputerze', narrow: 'Hearthside na telefonie' },
    },
  },
  ar: {
    productLabel: 'أمسية Hearthside',
    slogans: ['رفقة طيبة على مقربة منك', 'أهلًا بك، البيت بيتك', 'جيرة تستحق التعارف', 'لكل شخص ما يقدّمه'],
    texts: {
      about:
        'تدير Hearthside جمعيةٌ من بالغين مثليين ومن مجتمع الميم عين، وفق مبادئ اقتصاد الهبة. العضوية مجانية. ويدفع من يستطيع من الأعضاء عن غيرهم، ولا أحد هنا سلعة لأحد.',
      tosExtra: 'تقدّم Hearthside Community Society خدمة Hearthside.',
      support: 'إن لم يعمل شيء كما يجب، يُرجى مراسلتنا. يجيب متطوعون، في العادة خلال يومين.',
    },
    manifest: {
      description: 'مجتمع من بالغين مثليين ومن مجتمع الميم عين في جوارك: خريطة وصور ومحادثات وألعاب.',
      shortcuts: {
        map: { name: 'الخريطة', description: 'عرض من هم في جوارك' },
        chats: { name: 'الدردشات', description: 'فتح محادثاتك' },
        likedYou: { name: 'إعجابات بك', description: 'عرض الإعجابات بك' },
      },
      screenshots: { wide: 'Hearthside على الحاسوب', narrow: 'Hearthside على الهاتف' },
    },
  },
};
