import { counted } from './counted.ts';
import type { Wording } from './en.ts';

export const dutch: Wording = {
  language: 'nl',

  form: {
    rating: 'Uw beoordeling',
    ratingWords: ['Slecht', 'Matig', 'Redelijk', 'Goed', 'Uitstekend'],
    stars: counted('nl', { one: '{n} ster', other: '{n} sterren' }),
    details: 'Onderdelen beoordelen',
    optional: 'niet verplicht',
    aspects: {
      service: 'Klantenservice',
      value: 'Prijs-kwaliteit',
      shipping: 'Levering',
      returns: 'Retourneren',
      quality: 'Kwaliteit',
    },
    notRated: 'Niet beoordeeld',
    clear: 'Wissen',
    reviewTitle: 'Titel',
    reviewTitleHint: 'Het belangrijkste, in een paar woorden',
    content: 'Uw review',
    contentHint: 'Wat hebt u besteld, hoe ging het, zou u terugkomen?',
    productContentHint: 'Hoe is het in gebruik? Wat moeten anderen weten?',
    tip: 'Een tip voor anderen',
    tipHint: 'Iets wat u graag vooraf had geweten',
    photos: 'Foto’s',
    photosHint: (max) => `Maximaal ${max}. De plaats van opname wordt eruit verwijderd.`,
    keepPhoto: (number) => `Foto ${number} behouden`,
    photosAgain: 'Kies uw foto’s nog een keer',
    name: 'Uw naam',
    nameHint: 'Te zien zijn voornaam en initiaal, zoals Janne D.',
    email: 'Uw e-mailadres',
    emailHint: 'Wordt nooit getoond. De winkel kan u hier antwoorden.',
    trap: 'Laat dit veld leeg',
    send: 'Review plaatsen',
    sendHeld: 'Review versturen',
    fine: 'Elke review wordt geplaatst, hoeveel sterren hij ook geeft.',
    fineHeld:
      'De winkel bekijkt nieuwe reviews voordat ze verschijnen. Om zijn sterren mag er geen worden tegengehouden.',
  },
  errors: {
    heading: 'Kijk hier nog eens naar',
    rating: 'Kies één tot vijf sterren',
    title: 'Geef uw review een titel',
    content: 'Schrijf uw review',
    name: 'Vul uw naam in',
    email: 'Vul een e-mailadres in, zoals naam@example.com',
    tooLong: (limit) => `Gebruik hoogstens ${limit.toLocaleString('nl')} tekens`,
    characters: 'Verwijder de onzichtbare tekens',
    trap: 'Laat dit veld leeg: het is er om robots te herkennen',
    photo: 'Een van de foto’s is niet leesbaar. JPEG, PNG, WebP, GIF en AVIF tot 10 MB kunnen wel.',
    photoTooLarge: 'Een van de foto’s is te groot: hooguit 10 MB, en 100 megapixels voor JPEG, 25 voor andere foto’s.',
    photoHeic: 'Een van de foto’s is HEIC, wat hier niet te lezen is. Stuur die als JPEG.',
    noProduct: 'Beoordeel ten minste één product',
    choose: 'Maak een keuze',
    code: 'Dit is niet de code die we hebben gestuurd',
  },

  write: {
    title: (business) => `${business} beoordelen`,
    heading: (business) => `Hoe was het bij ${business}?`,
    intro: 'In uw eigen woorden, goed of slecht. Ze helpen wie hier hierna winkelt.',
  },
  ask: {
    title: (product) => `Vraag over ${product}`,
    heading: 'Wat wilt u weten?',
    intro: 'De winkel antwoordt, of iemand die het heeft gekocht.',
    question: 'Uw vraag',
    questionHint: 'Iedereen kan de vraag lezen. Laat dus weg wat privé is, zoals een bestelnummer.',
    missing: 'Schrijf uw vraag',
    send: 'Vraag versturen',
    fine: 'Uw vraag verschijnt op de pagina van het product, met de antwoorden eronder.',
    fineHeld: 'De winkel bekijkt nieuwe vragen voordat ze op de pagina van het product verschijnen.',
    published: 'Uw vraag is geplaatst. U vindt hem, en binnenkort de antwoorden, op de pagina van het product.',
    held: (business) =>
      `Uw vraag is bij ${business} aangekomen en verschijnt op de pagina van het product zodra hij is bekeken.`,
  },
  request: {
    order: (order, date) => `Uw bestelling ${order} van ${date}`,
    products: {
      title: (business) => `Uw bestelling bij ${business} beoordelen`,
      heading: 'Wat vindt u van wat u hebt besteld?',
    },
    productsToo: 'En wat u hebt besteld?',
    productsHint: 'Beoordeel wat u wilt, en sla de rest over.',
    send: 'Plaatsen',
    sendHeld: 'Versturen',
    done: 'Beoordeeld',
  },
  thanks: {
    title: 'Dank u wel',
    heading: 'Dank u wel',
    published: 'Wat u hebt geschreven is geplaatst.',
    held: (business) => `Wat u hebt geschreven is bij ${business} aangekomen en verschijnt zodra het is bekeken.`,
    rest: 'De rest van de bestelling beoordelen',
    back: (business) => `Naar ${business}`,
  },
  edit: {
    title: 'Uw review bewerken',
    heading: 'Uw review bewerken',
    prove: (address) => `Zodat niemand anders uw woorden verandert, sturen we een code naar ${address}.`,
    sendCode: 'Stuur mij de code',
    sent: (address, minutes) => `We hebben een code gestuurd naar ${address}. Hij werkt ${minutes} minuten.`,
    code: 'Code',
    codeHint: 'Zes cijfers, uit de e-mail',
    enter: 'Verder',
    again: 'Een nieuwe code sturen',
    which: 'Welke van uw reviews?',
    keeps: 'Lezers zien dat de review is bewerkt, en kunnen lezen wat er eerst stond.',
    save: 'Opslaan',
    saved: 'Uw review is gewijzigd.',
    savedHeld: (business) => `Uw wijziging is bij ${business} aangekomen en verschijnt zodra ze is bekeken.`,
  },
  stop: {
    title: 'Geen verzoeken meer',
    heading: 'Geen e-mails meer over reviews?',
    text: (business) => `${business} vraagt u dan niet meer om reviews.`,
    confirm: 'Stop deze e-mails',
    doneHeading: 'Geregeld',
    done: (business) => `${business} vraagt u niet meer om reviews.`,
  },

  mail: {
    hello: (name) => (name === '' ? 'Hallo,' : `Hallo ${name},`),
    businessSubject: (business) => `Hoe was het bij ${business}?`,
    business: (business, order, date) =>
      `U hebt op ${date} bij ${business} besteld (bestelling ${order}). Hoe ging het? ` +
      'Uw eigen woorden, goed of slecht, helpen wie daar hierna winkelt.',
    businessLink: 'Een review schrijven',
    productsSubject: (business) => `Wat vindt u van uw bestelling bij ${business}?`,
    products: (business, order, date) => `Dit hebt u op ${date} bij ${business} besteld (bestelling ${order}):`,
    productsAsk: 'Wat vindt u ervan? Uw eigen woorden, goed of slecht, helpen wie overweegt het te kopen.',
    productsLink: 'Bestelling beoordelen',
    tap: 'Tik op een ster om te beginnen',
    takes: (days) => `Het kost een minuut. De link werkt ${days} dagen en is alleen voor u.`,
    stop: (business) => `Wilt u niet dat ${business} u om reviews vraagt? Eén klik is genoeg:`,
    stopLink: 'Stop deze e-mails',
    word: (business) => `${business} heeft u geschreven over uw review:`,
    wordEnd: 'Beantwoord deze mail om terug te schrijven.',
    resolutionSubject: (business) => `Oplossing voor uw review van ${business}`,
    codeSubject: (code) => `${code} is uw code`,
    code: (business) => `Met deze code kunt u uw review van ${business} bewerken:`,
    codeEnd: (minutes) =>
      `Hij werkt ${minutes} minuten. Hebt u er niet om gevraagd, dan hoeft u niets te doen: ` +
      'zonder de code kan niemand uw review veranderen.',
    notices: {
      count: counted('nl', { one: '{n} review wacht op u', other: '{n} reviews wachten op u' }),
      came: (business) => `Deze reviews wachten tot ${business} ze publiceert of verbergt.`,
      shop: 'de winkel',
      review: (about) => `Review: ${about}`,
      question: (about) => `Vraag: ${about}`,
      answer: (about) => `Antwoord: ${about}`,
      photos: counted('nl', { one: '{n} foto', other: '{n} foto’s' }),
      why: {
        new: 'Deze tekst wacht omdat de winkel bekijkt wat nieuw is voordat het verschijnt.',
        text: 'Deze tekst wacht omdat hij bijna hetzelfde zegt als andere van de laatste 24 uur.',
        rate: 'Deze tekst wacht omdat er meer tegelijk kwamen dan gewoonlijk.',
        often: 'Deze tekst wacht omdat zijn adres in een uur meerdere keren schreef.',
      },
      reported: (reason) => `Gemeld: ${reason}`,
      instead: (reasons) =>
        `TEXT staat voor uw eigen woorden. Dit zijn de redenen om een review te verbergen: ${reasons}.`,
    },
    questions: {
      count: counted('nl', { one: '{n} nieuwe vraag of antwoord', other: '{n} nieuwe vragen en antwoorden' }),
      came: (business) => `Bezoekers hebben iets gevraagd of beantwoord over producten van ${business}.`,
    },
    reports: {
      count: counted('nl', { one: '{n} nieuwe melding', other: '{n} nieuwe meldingen' }),
      came: (business) => `Bezoekers melden dat er misschien iets mis is met reviews van ${business}.`,
      more: (count) => `en nog ${count}`,
      reasons: {
        language: 'aanstootgevend taalgebruik',
        personal_info: 'persoonsgegevens',
        personal_attack: 'persoonlijke aanval',
        second_hand: 'ervaring uit de tweede hand',
        another_biz: 'bedoeld voor een ander bedrijf',
        other: 'andere reden',
      },
    },
    hidden: {
      subject: (about) => `Uw review van ${about} wordt niet meer getoond`,
      told: (about, date, number) => `Uw review van ${about} van ${date} (nummer ${number}) wordt niet meer getoond:`,
      reason: (business, reason) => `De reden die ${business} geeft: ${reason}.`,
      object: (business) =>
        'Denkt u dat dit niet klopt? Beantwoord deze mail en schrijf waarom. ' +
        `${business} kan uw review weer tonen zoals hij was.`,
      reasons: {
        spam: 'hij is reclame, of is niet door een mens geschreven',
        'personal data': 'hij bevat persoonsgegevens, zoals een naam of een adres',
        'off topic': 'hij gaat over iets anders',
        illegal: 'de inhoud is onrechtmatig',
        'not a customer': 'niemand met deze naam is klant geweest',
        'asked by its author': 'u hebt erom gevraagd',
      },
    },
  },

  problems: {
    expired: {
      title: 'Deze link is verlopen',
      text: 'Vraag de winkel om een nieuwe; niets van wat u schreef is verloren.',
    },
    unknown: {
      title: 'Deze link werkt niet',
      text: 'Misschien ontbreekt er een stuk, of heeft de winkel hem ingetrokken. Probeer hem opnieuw te kopiëren.',
    },
    gone: { title: 'Hier valt niets te bewerken', text: 'Uw review is verwijderd of niet meer te vinden.' },
    tooMany: {
      title: 'Te veel tegelijk',
      text:
        'Er kwam net veel van uw netwerk. Probeer het over een paar minuten opnieuw: ' +
        'ga terug, uw tekst staat er nog.',
    },
    deadCode: {
      title: 'Deze code werkt niet meer',
      text: 'Hij is te oud, of te vaak geprobeerd. Open de link opnieuw en laat een nieuwe code sturen.',
    },
    tooManyCodes: {
      title: 'Te veel codes',
      text: 'Vandaag zijn er meerdere codes gestuurd of geprobeerd. Probeer het morgen opnieuw.',
    },
    tooLarge: {
      title: 'Dat is te veel',
      text: 'Stuur hoogstens 10 foto’s, elk van hoogstens 10 MB. Ga terug, uw tekst staat er nog.',
    },
    unreadable: {
      title: 'Dit was niet leesbaar',
      text: 'Wat uw browser stuurde is geen formulier van deze pagina. Ga terug en probeer het opnieuw.',
    },
    failed: {
      title: 'Er ging iets mis',
      text: 'Dat ligt aan ons, niet aan u. Ga terug en probeer het zo nog eens: uw tekst staat er nog.',
    },
  },
};
