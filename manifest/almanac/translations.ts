// The texts of Almanac in the languages besides English. They reveal as little as the English ones.
import type { BrandTranslations } from '#shared/brand.ts';

export const translations: BrandTranslations = {
  es: {
    productLabel: 'Almanac',
    slogans: ['El día de un vistazo', 'Planes, lugares, notas', 'Una página tranquila para hoy'],
    texts: {
      about:
        'Detrás de Almanac hay una asociación sin fines de lucro que sigue los principios de la economía del don. La cuenta es gratuita y se financia gracias a quienes aportan.',
      tosExtra: 'Almanac es un servicio de Almanac Society.',
      support: 'Escríbenos si algo no funciona. Responden personas voluntarias, normalmente en un plazo de dos días.',
    },
    manifest: {
      description: 'Lugares, planes y notas para el día.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Abre el mapa' },
        chats: { name: 'Mensajes', description: 'Abre tus mensajes' },
        likedYou: { name: 'Guardados', description: 'Abre lo que guardaste' },
      },
      screenshots: { wide: 'Almanac en una pantalla grande', narrow: 'Almanac en un teléfono' },
    },
  },
  fr: {
    productLabel: 'Almanac',
    slogans: ['La journée en un coup d’œil', 'Projets, lieux, notes', 'Une page tranquille pour aujourd’hui'],
    texts: {
      about:
        'Almanac est géré par une association à but non lucratif, selon les principes de l’économie du don. Le compte est gratuit, grâce aux personnes qui contribuent.',
      tosExtra: 'Almanac est un service d’Almanac Society.',
      support: 'Écris-nous quand quelque chose ne marche pas. Des bénévoles répondent, le plus souvent sous deux jours.',
    },
    manifest: {
      description: 'Les lieux, projets et notes de la journée.',
      shortcuts: {
        map: { name: 'Carte', description: 'Ouvrir la carte' },
        chats: { name: 'Messages', description: 'Ouvrir tes messages' },
        likedYou: { name: 'Enregistrés', description: 'Ouvrir ce que tu as enregistré' },
      },
      screenshots: { wide: 'Almanac sur un ordinateur', narrow: 'Almanac sur un téléphone' },
    },
  },
  de: {
    productLabel: 'Almanac',
    slogans: ['Der Tag auf einen Blick', 'Pläne, Orte, Notizen', 'Eine ruhige Seite für heute'],
    texts: {
      about:
        'Hinter Almanac steht ein nicht gewinnorientierter Verein, der nach den Grundsätzen der Schenkökonomie arbeitet. Ein Konto ist kostenlos und wird von den Menschen getragen, die etwas beisteuern.',
      tosExtra: 'Almanac ist ein Angebot der Almanac Society.',
      support: 'Schreib uns, wenn etwas nicht funktioniert. Ehrenamtliche antworten, meist innerhalb von zwei Tagen.',
    },
    manifest: {
      description: 'Orte, Pläne und Notizen für den Tag.',
      shortcuts: {
        map: { name: 'Karte', description: 'Karte öffnen' },
        chats: { name: 'Nachrichten', description: 'Deine Nachrichten öffnen' },
        likedYou: { name: 'Gespeichert', description: 'Gespeichertes öffnen' },
      },
      screenshots: { wide: 'Almanac auf dem Computer', narrow: 'Almanac auf dem Handy' },
    },
  },
  'pt-BR': {
    productLabel: 'Almanac',
    slogans: ['Seu dia em poucas linhas', 'Planos, lugares, anotações', 'Uma página tranquila para hoje'],
    texts: {
      about:
        'O Almanac é mantido por uma associação sem fins lucrativos, segundo os princípios da economia da dádiva. A conta é gratuita, graças a quem contribui.',
      tosExtra: 'O Almanac é um serviço da Almanac Society.',
      support: 'Escreva para nós quando algo não funcionar. Pessoas voluntárias respondem, em geral em até dois dias.',
    },
    manifest: {
      description: 'Lugares, planos e anotações para o dia.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Abrir o mapa' },
        chats: { name: 'Mensagens', description: 'Abrir suas mensagens' },
        likedYou: { name: 'Salvos', description: 'Abrir o que você salvou' },
      },
      screenshots: { wide: 'Almanac no computador', narrow: 'Almanac no celular' },
    },
  },
  it: {
    productLabel: 'Almanac',
    slogans: ['La giornata in uno sguardo', 'Programmi, luoghi, note', 'Una pagina tranquilla per oggi'],
    texts: {
      about:
        'Almanac è gestito da un’associazione senza scopo di lucro, secondo i principi dell’economia del dono. L’account è gratuito, grazie a chi contribuisce.',
      tosExtra: 'Almanac è un servizio di Almanac Society.',
      support: 'Scrivici quando qualcosa non funziona. Rispondono persone volontarie, di solito entro due giorni.',
    },
    manifest: {
      description: 'Luoghi, programmi e note per la giornata.',
      shortcuts: {
        map: { name: 'Mappa', description: 'Apri la mappa' },
        chats: { name: 'Messaggi', description: 'Apri i tuoi messaggi' },
        likedYou: { name: 'Salvati', description: 'Apri quello che hai salvato' },
      },
      screenshots: { wide: 'Almanac sul computer', narrow: 'Almanac sul telefono' },
    },
  },
  nl: {
    productLabel: 'Almanac',
    slogans: ['De dag in één oogopslag', 'Plannen, plekken, notities', 'Een rustige pagina voor vandaag'],
    texts: {
      about:
        'Achter Almanac staat een vereniging zonder winstoogmerk die werkt volgens de principes van de schenkeconomie. Een account is gratis, dankzij de mensen die bijdragen.',
      tosExtra: 'Almanac wordt aangeboden door de Almanac Society.',
      support: 'Schrijf ons als iets niet werkt. Vrijwilligers antwoorden, meestal binnen twee dagen.',
    },
    manifest: {
      description: 'Plekken, plannen en notities voor de dag.',
      shortcuts: {
        map: { name: 'Kaart', description: 'De kaart openen' },
        chats: { name: 'Berichten', description: 'Je berichten openen' },
        likedYou: { name: 'Opgeslagen', description: 'Openen wat je hebt opgeslagen' },
      },
      screenshots: { wide: 'Almanac op de computer', narrow: 'Almanac op de telefoon' },
    },
  },
  pl: {
    productLabel: 'Almanac',
    slogans: ['Dzień w skrócie', 'Plany, miejsca, notatki', 'Spokojna strona na dziś'],
    texts: {
      about:
        'Almanac prowadzi stowarzyszenie działające bez zysku, według zasad ekonomii daru. Konto jest bezpłatne dzięki osobom, które dokładają się do kosztów.',
      tosExtra: 'Almanac to usługa Almanac Society.',
      support: 'Napisz do nas, kiedy coś nie działa. Odpowiadają osoby z wolontariatu, zwykle w ciągu dwóch dni.',
    },
    manifest: {
      description: 'Miejsca, plany i notatki na dziś.',
      shortcuts: {
        map: { name: 'Mapa', description: 'Otwórz mapę' },
        chats: { name: 'Wiadomości', description: 'Otwórz swoje wiadomości' },
        likedYou: { name: 'Zapisane', description: 'Otwórz zapisane' },
      },
      screenshots: { wide: 'Almanac na komputerze', narrow: 'Almanac na telefonie' },
    },
  },
  ar: {
    productLabel: 'Almanac',
    slogans: ['يومك في لمحة', 'خطط وأماكن وملاحظات', 'صفحة هادئة لهذا اليوم'],
    texts: {
      about: 'تدير Almanac جمعيةٌ غير ربحية وفق مبادئ اقتصاد الهبة. الحساب مجاني بفضل من يساهمون.',
      tosExtra: 'تقدّم Almanac Society خدمة Almanac.',
      support: 'إن لم يعمل شيء كما يجب، يُرجى مراسلتنا. يجيب متطوعون، في العادة خلال يومين.',
    },
    manifest: {
      description: 'أماكن وخطط وملاحظات لليوم.',
      shortcuts: {
        map: { name: 'الخريطة', description: 'فتح الخريطة' },
        chats: { name: 'الرسائل', description: 'فتح رسائلك' },
        likedYou: { name: 'المحفوظات', description: 'فتح محفوظاتك' },
      },
      screenshots: { wide: 'Almanac على الحاسوب', narrow: 'Almanac على الهاتف' },
    },
  },
};
