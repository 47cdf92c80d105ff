import { counted } from './counted.ts';
import type { Wording } from './en.ts';

export const german: Wording = {
  language: 'de',

  form: {
    rating: 'Ihre Bewertung',
    ratingWords: ['Schlecht', 'Mäßig', 'In Ordnung', 'Gut', 'Ausgezeichnet'],
    stars: counted('de', { one: '{n} Stern', other: '{n} Sterne' }),
    details: 'Einzelheiten bewerten',
    optional: 'freiwillig',
    aspects: {
      service: 'Kundenservice',
      value: 'Preis-Leistung',
      shipping: 'Lieferung',
      returns: 'Rückgabe',
      quality: 'Qualität',
    },
    notRated: 'Nicht bewertet',
    clear: 'Zurücksetzen',
    reviewTitle: 'Überschrift',
    reviewTitleHint: 'Das Wichtigste in wenigen Worten',
    content: 'Ihr Text',
    contentHint: 'Was haben Sie bestellt, wie lief es, würden Sie wiederkommen?',
    productContentHint: 'Wie bewährt es sich? Was sollten andere wissen?',
    tip: 'Ein Tipp für andere',
    tipHint: 'Etwas, das Sie gern vorher gewusst hätten',
    photos: 'Fotos',
    photosHint: (max) => `Bis zu ${max}. Der Ort der Aufnahme wird aus ihnen entfernt.`,
    keepPhoto: (number) => `Foto ${number} behalten`,
    photosAgain: 'Bitte wählen Sie Ihre Fotos noch einmal aus',
    name: 'Ihr Name',
    nameHint: 'Zu sehen sind Vorname und Anfangsbuchstabe, etwa Jana D.',
    email: 'Ihre E-Mail-Adresse',
    emailHint: 'Wird nie gezeigt. Der Shop kann Ihnen hier antworten.',
    trap: 'Lassen Sie dieses Feld leer',
    send: 'Bewertung veröffentlichen',
    sendHeld: 'Bewertung senden',
    fine: 'Jede Bewertung wird veröffentlicht, unabhängig von ihren Sternen.',
    fineHeld:
      'Der Shop sieht neue Bewertungen an, bevor sie erscheinen. Wegen ihrer Sterne darf er keine zurückhalten.',
  },
  errors: {
    heading: 'Bitte sehen Sie hier noch einmal nach',
    rating: 'Wählen Sie einen bis fünf Sterne',
    title: 'Geben Sie Ihrer Bewertung eine Überschrift',
    content: 'Schreiben Sie Ihre Bewertung',
    name: 'Geben Sie Ihren Namen an',
    email: 'Geben Sie eine E-Mail-Adresse an, etwa name@example.com',
    tooLong: (limit) => `Höchstens ${limit.toLocaleString('de')} Zeichen`,
    characters: 'Entfernen Sie die unsichtbaren Zeichen',
    trap: 'Lassen Sie dieses Feld leer: Es soll Roboter fangen',
    photo: 'Eines der Fotos ist nicht lesbar. Möglich sind JPEG, PNG, WebP, GIF und AVIF bis 10 MB.',
    photoTooLarge: 'Eines der Fotos ist zu groß: Möglich sind 10 MB und bei JPEG 100 Megapixel, bei anderen Fotos 25.',
    photoHeic: 'Eines der Fotos ist HEIC, was hier nicht gelesen werden kann. Bitte senden Sie es als JPEG.',
    noProduct: 'Bewerten Sie mindestens ein Produkt',
    choose: 'Bitte wählen',
    code: 'Das ist nicht der Code, den wir geschickt haben',
  },

  write: {
    title: (business) => `${business} bewerten`,
    heading: (business) => `Wie war es bei ${business}?`,
    intro: 'Ihre eigenen Worte, gut oder schlecht. Sie helfen allen, die hier als Nächste einkaufen.',
  },
  ask: {
    title: (product) => `Frage zu ${product}`,
    heading: 'Was möchten Sie wissen?',
    intro: 'Es antwortet der Shop oder jemand, der das Produkt gekauft hat.',
    question: 'Ihre Frage',
    questionHint: 'Alle können sie lesen. Lassen Sie deshalb Privates weg, etwa eine Bestellnummer.',
    missing: 'Schreiben Sie Ihre Frage',
    send: 'Frage senden',
    fine: 'Ihre Frage erscheint auf der Seite des Produkts, die Antworten darunter.',
    fineHeld: 'Der Shop liest neue Fragen, bevor sie auf der Seite des Produkts erscheinen.',
    published: 'Ihre Frage ist veröffentlicht. Sie finden sie und bald auch Antworten auf der Seite des Produkts.',
    held: (business) =>
      `Ihre Frage ist bei ${business} angekommen. Sie erscheint auf der Seite des Produkts, sobald sie gelesen wurde.`,
  },
  request: {
    order: (order, date) => `Ihre Bestellung ${order} vom ${date}`,
    products: {
      title: (business) => `Ihre Bestellung bei ${business} bewerten`,
      heading: 'Wie gefällt Ihnen, was Sie bestellt haben?',
    },
    productsToo: 'Und was Sie bestellt haben?',
    productsHint: 'Bewerten Sie, was Sie bewerten möchten, und lassen Sie den Rest aus.',
    send: 'Veröffentlichen',
    sendHeld: 'Senden',
    done: 'Bewertet',
  },
  thanks: {
    title: 'Vielen Dank',
    heading: 'Vielen Dank',
    published: 'Was Sie geschrieben haben, ist veröffentlicht.',
    held: (business) =>
      `Was Sie geschrieben haben, ist bei ${business} angekommen und erscheint, sobald es angesehen wurde.`,
    rest: 'Den Rest der Bestellung bewerten',
    back: (business) => `Zu ${business}`,
  },
  edit: {
    title: 'Eigene Bewertung bearbeiten',
    heading: 'Eigene Bewertung bearbeiten',
    prove: (address) => `Damit niemand sonst Ihre Worte ändert, schicken wir einen Code an ${address}.`,
    sendCode: 'Code schicken',
    sent: (address, minutes) => `Wir haben einen Code an ${address} geschickt. Er gilt ${minutes} Minuten.`,
    code: 'Code',
    codeHint: 'Sechs Ziffern aus der E-Mail',
    enter: 'Weiter',
    again: 'Einen neuen Code schicken',
    which: 'Welche Ihrer Bewertungen?',
    keeps: 'Alle sehen, dass die Bewertung bearbeitet wurde, und können lesen, was zuerst dort stand.',
    save: 'Speichern',
    saved: 'Ihre Bewertung ist geändert.',
    savedHeld: (business) => `Ihre Änderung ist bei ${business} angekommen und erscheint, sobald sie angesehen wurde.`,
  },
  stop: {
    title: 'Keine Anfragen mehr',
    heading: 'Keine E-Mails mehr zu Bewertungen?',
    text: (business) => `${business} bittet Sie dann um keine Bewertung mehr.`,
    confirm: 'Keine E-Mails mehr',
    doneHeading: 'Erledigt',
    done: (business) => `${business} bittet Sie um keine Bewertung mehr.`,
  },

  mail: {
    hello: (name) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
    businessSubject: (business) => `Wie war es bei ${business}?`,
    business: (business, order, date) =>
      `Sie haben am ${date} bei ${business} bestellt (Bestellung ${order}). Wie lief es? ` +
      'Ihre eigenen Worte, gut oder schlecht, helfen allen, die dort als Nächste einkaufen.',
    businessLink: 'Bewertung schreiben',
    productsSubject: (business) => `Wie gefällt Ihnen Ihre Bestellung bei ${business}?`,
    products: (business, order, date) => `Das haben Sie am ${date} bei ${business} bestellt (Bestellung ${order}):`,
    productsAsk: 'Wie gefällt es Ihnen? Ihre eigenen Worte, gut oder schlecht, helfen allen, die an einen Kauf denken.',
    productsLink: 'Bestellung bewerten',
    tap: 'Tippen Sie zum Anfangen auf einen Stern',
    takes: (days) => `Es dauert nur eine Minute. Der Link gilt ${days} Tage und ist nur für Sie.`,
    stop: (business) => `${business} soll Sie um keine Bewertungen bitten? Ein Klick genügt:`,
    stopLink: 'Keine E-Mails mehr',
    word: (business) => `${business} hat Ihnen zu Ihrer Bewertung geschrieben:`,
    wordEnd: 'Um zurückzuschreiben, antworten Sie auf diese Mail.',
    resolutionSubject: (business) => `Lösung zu Ihrer Bewertung von ${business}`,
    codeSubject: (code) => `${code} ist Ihr Code`,
    code: (business) => `Mit diesem Code können Sie Ihre Bewertung von ${business} bearbeiten:`,
    codeEnd: (minutes) =>
      `Er gilt ${minutes} Minuten. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun: ` +
      'Ohne ihn kann niemand Ihre Bewertung ändern.',
    notices: {
      count: counted('de', { one: '{n} Bewertung wartet auf Sie', other: '{n} Bewertungen warten auf Sie' }),
      came: (business) => `Diese Bewertungen warten, bis ${business} sie veröffentlicht oder ausblendet.`,
      shop: 'der Shop',
      review: (about) => `Bewertung: ${about}`,
      question: (about) => `Frage: ${about}`,
      answer: (about) => `Antwort: ${about}`,
      photos: counted('de', { one: '{n} Foto', other: '{n} Fotos' }),
      why: {
        new: 'Sie wartet, weil der Shop Neues ansieht, bevor es erscheint.',
        text: 'Sie wartet, weil sie fast dasselbe sagt wie andere der letzten 24 Stunden.',
        rate: 'Sie wartet, weil mehr auf einmal kam als üblich.',
        often: 'Sie wartet, weil von ihrer Adresse in einer Stunde mehrmals geschrieben wurde.',
      },
      reported: (reason) => `Gemeldet: ${reason}`,
      text: 'TEXT steht für Ihre eigenen Worte.',
      reasons: (reasons) => `Aus diesen Gründen lässt sich eine Bewertung ausblenden: ${reasons}.`,
    },
    questions: {
      count: counted('de', { one: '{n} neue Frage oder Antwort', other: '{n} neue Fragen und Antworten' }),
      came: (business) => `Besucher haben zu Produkten von ${business} etwas gefragt oder beantwortet.`,
    },
    reports: {
      count: counted('de', { one: '{n} neue Meldung', other: '{n} neue Meldungen' }),
      came: (business) => `Besucher haben gemeldet, dass mit Bewertungen von ${business} etwas nicht stimmen könnte.`,
      more: (count) => `und ${count} weitere`,
      reasons: {
        language: 'anstößige Sprache',
        personal_info: 'persönliche Daten',
        personal_attack: 'persönlicher Angriff',
        second_hand: 'Erfahrung aus zweiter Hand',
        another_biz: 'für ein anderes Unternehmen bestimmt',
        other: 'anderer Grund',
      },
    },
    hidden: {
      subject: (about) => `Ihre Bewertung von ${about} wird nicht mehr gezeigt`,
      told: (about, date, number) =>
        `Ihre Bewertung von ${about} vom ${date} (Nummer ${number}) wird nicht mehr gezeigt:`,
      reason: (business, reason) => `Der Grund, den ${business} nennt: ${reason}.`,
      object: (business) =>
        'Sie halten das für falsch? Antworten Sie auf diese Mail, und schreiben Sie, warum. ' +
        `${business} kann Ihre Bewertung wieder so zeigen, wie sie war.`,
      reasons: {
        spam: 'sie ist Werbung oder wurde nicht von einem Menschen geschrieben',
        'personal data': 'sie enthält persönliche Daten, etwa einen Namen oder eine Adresse',
        'off topic': 'sie handelt von etwas anderem',
        illegal: 'ihr Inhalt ist rechtswidrig',
        'not a customer': 'niemand dieses Namens hat dort gekauft',
        'asked by its author': 'Sie haben darum gebeten',
      },
    },
  },

  problems: {
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Bitten Sie den Shop um einen neuen; nichts, was Sie geschrieben haben, ist verloren.',
    },
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text:
        'Vielleicht fehlt ein Teil davon, oder der Shop hat ihn zurückgenommen. ' +
        'Versuchen Sie, ihn noch einmal zu kopieren.',
    },
    gone: {
      title: 'Hier gibt es nichts zu bearbeiten',
      text: 'Ihre Bewertung wurde entfernt oder ist nicht mehr zu finden.',
    },
    tooMany: {
      title: 'Zu viel auf einmal',
      text:
        'Aus Ihrem Netz kam gerade sehr viel. Versuchen Sie es in ein paar Minuten erneut: ' +
        'Gehen Sie zurück, Ihr Text ist noch da.',
    },
    deadCode: {
      title: 'Dieser Code gilt nicht mehr',
      text:
        'Er ist zu alt oder wurde zu oft versucht. ' +
        'Öffnen Sie den Link noch einmal und lassen Sie sich einen neuen Code schicken.',
    },
    tooManyCodes: {
      title: 'Zu viele Codes',
      text: 'Heute wurden mehrere Codes geschickt oder versucht. Versuchen Sie es morgen wieder.',
    },
    tooLarge: {
      title: 'Das ist zu viel',
      text: 'Senden Sie höchstens 10 Fotos, jedes mit höchstens 10 MB. Gehen Sie zurück, Ihr Text ist noch da.',
    },
    unreadable: {
      title: 'Das war nicht lesbar',
      text:
        'Was Ihr Browser gesendet hat, ist kein Formular dieser Seite. ' +
        'Gehen Sie zurück und versuchen Sie es erneut.',
    },
    failed: {
      title: 'Etwas ist schiefgegangen',
      text:
        'Das liegt an uns, nicht an Ihnen. Gehen Sie zurück und versuchen Sie es gleich noch einmal: ' +
        'Ihr Text ist noch da.',
    },
  },
};
