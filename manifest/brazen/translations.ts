// The texts of Brazen in the languages besides English.
import type { BrandTranslations } from '#shared/brand.ts';

export const translations: BrandTranslations = {
  es: {
    productLabel: 'Noche Brazen',
    slogans: [
      'Te ven, te oyen, te adoran',
      'Corazones ruidosos, buenos modales',
      'Aquí nadie es un secreto',
      'Lo primero, saludar',
    ],
    texts: {
      about:
        'Detrás de Brazen hay una asociación que sigue los principios de la economía del don: personas adultas gais y LGBTQ+ con orgullo que entre todas mantienen las luces encendidas. La membresía es gratuita y se financia con lo que aporta quien puede.',
      tosExtra: 'Brazen es un servicio de Brazen Community Society.',
      support:
        '¿No sabes cómo seguir, o algo falla? Cuéntanos. Personas voluntarias leen todos los mensajes y responden en un plazo de dos días.',
    },
    manifest: {
      description: 'Gente adulta gay y LGBTQ+ a tu alrededor, sin bajar la voz: mapa, fotos, chats y juegos.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Mira quién hay a tu alrededor' },
        chats: { name: 'Chats', description: 'Abre tus chats' },
        likedYou: { name: 'Les gustas', description: 'Mira a quién le gustas' },
      },
      screenshots: { wide: 'Brazen en una pantalla grande', narrow: 'Brazen en un teléfono' },
    },
  },
  fr: {
    productLabel: 'Nuit Brazen',
    slogans: [
      'On te voit, on t’entend, on t’adore',
      'Cœurs bruyants, bonnes manières',
      'Ici, personne n’est un secret',
      'D’abord, dis bonjour',
    ],
    texts: {
      about:
        'Derrière Brazen, il y a une association qui suit les principes de l’économie du don : des adultes gays et LGBTQ+ qui, avec fierté, font tourner la maison ensemble. L’adhésion est gratuite, grâce aux membres qui contribuent.',
      tosExtra: 'Brazen est un service de la Brazen Community Society.',
      support:
        'Ça coince, ou quelque chose ne marche plus ? Dis-le-nous. Des bénévoles lisent chaque message et répondent sous deux jours.',
    },
    manifest: {
      description: 'Des adultes gays et LGBTQ+ autour de toi, haut et fort : carte, photos, conversations et jeux.',
      shortcuts: {
        map: { name: 'Carte', description: 'Voir qui est autour de toi' },
        chats: { name: 'Chats', description: 'Ouvrir tes conversations' },
        likedYou: { name: 'Likes reçus', description: 'Voir à qui tu plais' },
      },
      screenshots: { wide: 'Brazen sur un ordinateur', narrow: 'Brazen sur un téléphone' },
    },
  },
  de: {
    productLabel: 'Brazen-Nacht',
    slogans: [
      'Gesehen, gehört, gefeiert',
      'Laute Herzen, gute Manieren',
      'Hier ist niemand ein Geheimnis',
      'Erst mal Hallo sagen',
    ],
    texts: {
      about:
        'Hinter Brazen steht ein Verein, der nach den Grundsätzen der Schenkökonomie arbeitet: stolze schwule und andere LGBTQ+-Erwachsene, die gemeinsam den Laden am Laufen halten. Die Mitgliedschaft ist kostenlos und wird von Mitgliedern getragen, die etwas beisteuern.',
      tosExtra: 'Brazen ist ein Angebot der Brazen Community Society.',
      support:
        'Du kommst nicht weiter, oder etwas ist kaputt? Sag es uns. Ehrenamtliche lesen jede Nachricht und antworten innerhalb von zwei Tagen.',
    },
    manifest: {
      description: 'Schwule und andere LGBTQ+-Erwachsene um dich herum, laut und deutlich: Karte, Bilder, Chats und Spiele.',
      shortcuts: {
        map: { name: 'Karte', description: 'Sehen, wer um dich herum ist' },
        chats: { name: 'Chats', description: 'Deine Chats öffnen' },
        likedYou: { name: 'Likes für dich', description: 'Sehen, wer dich mag' },
      },
      screenshots: { wide: 'Brazen auf dem Computer', narrow: 'Brazen auf dem Handy' },
    },
  },
  'pt-BR': {
    productLabel: 'Noite Brazen',
    slogans: [
      'Gente vista, ouvida e adorada',
      'Corações barulhentos, boas maneiras',
      'Aqui ninguém é segredo',
      'Primeiro, dê um oi',
    ],
    texts: {
      about:
        'O Brazen é mantido por uma associação que segue os princípios da economia da dádiva: pessoas adultas gays e LGBTQ+, com orgulho, que juntas mantêm as luzes acesas. A adesão é gratuita, graças a quem contribui.',
      tosExtra: 'O Brazen é um serviço da Brazen Community Society.',
      support: 'Travou, ou algo deu errado? Conte para nós. Pessoas voluntárias leem cada mensagem e respondem em até dois dias.',
    },
    manifest: {
      description: 'Gente adulta gay e LGBTQ+ ao seu redor, em alto e bom som: mapa, fotos, conversas e jogos.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Ver quem está ao seu redor' },
        chats: { name: 'Chats', description: 'Abrir suas conversas' },
        likedYou: { name: 'Curtiram você', description: 'Ver quem curtiu você' },
      },
      screenshots: { wide: 'Brazen no computador', narrow: 'Brazen no celular' },
    },
  },
  it: {
    productLabel: 'Notte Brazen',
    slogans: [
      'Qui ti vedono, ti ascoltano, ti adorano',
      'Cuori rumorosi, buone maniere',
      'Qui nessuno è un segreto',
      'Prima di tutto, un saluto',
    ],
    texts: {
      about:
        'Dietro Brazen c’è un’associazione che segue i principi dell’economia del dono: persone adulte gay e LGBTQ+, con orgoglio, che insieme tengono accese le luci. L’adesione è gratuita, grazie a chi contribuisce.',
      tosExtra: 'Brazen è un servizio della Brazen Community Society.',
      support:
        'Non riesci ad andare avanti, o qualcosa si è rotto? Diccelo. Persone volontarie leggono ogni messaggio e rispondono entro due giorni.',
    },
    manifest: {
      description: 'Persone adulte gay e LGBTQ+ intorno a te, a voce alta: mappa, foto, chat e giochi.',
      shortcuts: {
        map: { name: 'Mappa', description: 'Guarda chi c’è intorno a te' },
        chats: { name: 'Chat', description: 'Apri le tue chat' },
        likedYou: { name: 'Piaci a', description: 'Guarda a chi piaci' },
      },
      screenshots: { wide: 'Brazen sul computer', narrow: 'Brazen sul telefono' },
    },
  },
  nl: {
    productLabel: 'Brazen-nacht',
    slogans: [
      'Gezien, gehoord, bemind',
      'Hart op de tong, goede manieren',
      'Niemand is hier een geheim',
      'Eerst even hallo zeggen',
    ],
    texts: {
      about:
        'Achter Brazen staat een vereniging die werkt volgens de principes van de schenkeconomie: trotse gay en lhbtqia+ volwassenen die samen de boel draaiende houden. Lid zijn is gratis, dankzij de leden die bijdragen.',
      tosExtra: 'Brazen wordt aangeboden door de Brazen Community Society.',
      support:
        'Kom je er niet uit, of is er iets stuk? Laat het weten. Vrijwilligers lezen elk bericht en antwoorden binnen twee dagen.',
    },
    manifest: {
      description: 'Gay en lhbtqia+ volwassenen om je heen, luid en duidelijk: kaart, foto’s, chats en spellen.',
      shortcuts: {
        map: { name: 'Kaart', description: 'Zien wie er om je heen is' },
        chats: { name: 'Chats', description: 'Je chats openen' },
        likedYou: { name: 'Likes voor jou', description: 'Zien wie jou leuk vindt' },
      },
      screenshots: { wide: 'Brazen op de computer', narrow: 'Brazen op de telefoon' },
    },
  },
  pl: {
    productLabel: 'Noc Brazen',
    slogans: [
      'Widać cię, słychać cię, uwielbiamy cię',
      'Głośne serca, dobre maniery',
      'Nikt tu nie jest tajemnicą',
      'Najpierw się przywitaj',
    ],
    texts: {
      about:
        'Brazen prowadzi stowarzyszenie, które działa według zasad ekonomii daru: dumni geje i inne dorosłe osoby LGBTQ+, które razem dbają, żeby światło nie zgasło. Członkostwo jest bezpłatne dzięki osobom, które dokładają się do kosztów.',
      tosExtra: 'Brazen to usługa Brazen Community Society.',
      support:
        'Coś się zacięło albo zepsuło? Daj nam znać. Osoby z wolontariatu czytają każdą wiadomość i odpowiadają w ciągu dwóch dni.',
    },
    manifest: {
      description: 'Geje i inne dorosłe osoby LGBTQ+ wokół ciebie, głośno i śmiało: mapa, zdjęcia, rozmowy i gry.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Zobacz, kto jest wokół ciebie' },
        chats: { name: 'Czaty', description: 'Otwórz swoje rozmowy' },
        likedYou: { name: 'Lubią cię', description: 'Zobacz, kto cię lubi' },
      },
      screenshots: { wide: 'Brazen na komputerze', narrow: 'Brazen na telefonie' },
    },
  },
  ar: {
    productLabel: 'ليلة Brazen',
    slogans: ['حضور يُرى وصوت يُسمَع وقلوب تُحَب', 'قلوب صاخبة وأخلاق طيبة', 'لا أحد هنا سرّ', 'التحية أولًا'],
    texts: {
      about:
        'تدير Brazen جمعيةٌ تعمل وفق مبادئ اقتصاد الهبة: بالغون مثليون ومن مجتمع الميم عين، فخورون بأنفسهم، يُبقون أنوارها مضاءة معًا. العضوية مجانية بفضل من يساهمون من الأعضاء.',
      tosExtra: 'تقدّم Brazen Community Society خدمة Brazen.',
      support: 'هل تعذّر شيء أو تعطّل؟ يُرجى إخبارنا. يقرأ متطوعون كل رسالة ويجيبون خلال يومين.',
    },
    manifest: {
      description: 'بالغون مثليون ومن مجتمع الميم عين حولك، بصوت عالٍ: خريطة وصور ومحادثات وألعاب.',
      shortcuts: {
        map: { name: 'الخريطة', description: 'عرض من هم حولك' },
        chats: { name: 'الدردشات', description: 'فتح محادثاتك' },
        likedYou: { name: 'إعجابات بك', description: 'عرض الإعجابات بك' },
      },
      screenshots: { wide: 'Brazen على الحاسوب', narrow: 'Brazen على الهاتف' },
    },
  },
};
