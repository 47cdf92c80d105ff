import { counted } from './counted.ts';
import type { Wording } from './en.ts';

export const italian: Wording = {
  language: 'it',

  form: {
    rating: 'La sua valutazione',
    ratingWords: ['Pessimo', 'Scarso', 'Discreto', 'Buono', 'Eccellente'],
    stars: counted('it', { one: '{n} stella', other: '{n} stelle' }),
    details: 'Valutare i dettagli',
    optional: 'facoltativo',
    aspects: {
      service: 'Servizio clienti',
      value: 'Rapporto qualità-prezzo',
      shipping: 'Consegna',
      returns: 'Resi',
      quality: 'Qualità',
    },
    notRated: 'Senza valutazione',
    reviewTitle: 'Titolo',
    reviewTitleHint: 'La cosa più importante, in poche parole',
    content: 'La sua recensione',
    contentHint: 'Che cosa ha ordinato, com’è andata, tornerebbe?',
    productContentHint: 'Com’è usarlo? Che cosa dovrebbero sapere gli altri?',
    tip: 'Un consiglio per gli altri',
    tipHint: 'Qualcosa che avrebbe voluto sapere prima',
    photos: 'Foto',
    photosHint: (max) => `Fino a ${max}. Il luogo dello scatto viene rimosso.`,
    keepPhoto: (number) => `Tenere la foto ${number}`,
    photosAgain: 'Scelga di nuovo le sue foto',
    name: 'Il suo nome',
    nameHint: 'Si vedono il nome e un’iniziale, per esempio Gianna D.',
    email: 'Il suo indirizzo e-mail',
    emailHint: 'Non viene mai mostrato. Il negozio può risponderle qui.',
    trap: 'Lasci vuoto questo campo',
    send: 'Pubblica la recensione',
    sendHeld: 'Invia la recensione',
    fine: 'Ogni recensione viene pubblicata, quali che siano le stelle.',
    fineHeld: 'Il negozio legge le nuove recensioni prima che appaiano. Non può trattenerne nessuna per le sue stelle.',
  },
  errors: {
    heading: 'Ricontrolli questi punti',
    rating: 'Scelga da una a cinque stelle',
    title: 'Dia un titolo alla sua recensione',
    content: 'Scriva la sua recensione',
    name: 'Indichi il suo nome',
    email: 'Indichi un indirizzo e-mail come nome@example.com',
    tooLong: (limit) => `Al massimo ${limit.toLocaleString('it')} caratteri`,
    characters: 'Tolga i caratteri invisibili',
    trap: 'Lasci vuoto questo campo: serve a riconoscere i robot',
    photo: 'Una delle foto non è leggibile. Vanno bene JPEG, PNG, WebP, GIF e AVIF fino a 10 MB.',
    noProduct: 'Valuti almeno un prodotto',
    choose: 'Scelga un’opzione',
    code: 'Non è il codice che abbiamo inviato',
  },

  write: {
    title: (business) => `Recensire ${business}`,
    heading: (business) => `Com’è andata con ${business}?`,
    intro: 'Parole sue, belle o brutte. Aiutano chi comprerà qui dopo di lei.',
  },
  request: {
    order: (order, date) => `Il suo ordine ${order} del ${date}`,
    products: {
      title: (business) => `Recensire il suo ordine da ${business}`,
      heading: 'Che cosa pensa di ciò che ha ordinato?',
    },
    productsToo: 'E ciò che ha ordinato?',
    productsHint: 'Valuti ciò che vuole e tralasci il resto.',
    send: 'Pubblica',
    sendHeld: 'Invia',
    done: 'Recensito',
  },
  thanks: {
    title: 'Grazie',
    heading: 'Grazie',
    published: 'Ciò che ha scritto è pubblicato.',
    held: (business) => `Ciò che ha scritto è arrivato a ${business} e apparirà dopo essere stato letto.`,
    rest: 'Recensire il resto dell’ordine',
    back: (business) => `Vai a ${business}`,
  },
  edit: {
    title: 'Modificare la sua recensione',
    heading: 'Modificare la sua recensione',
    prove: (address) => `Perché nessun altro cambi le sue parole, inviamo un codice a ${address}.`,
    sendCode: 'Inviami il codice',
    sent: (address, minutes) => `Abbiamo inviato un codice a ${address}. Vale ${minutes} minuti.`,
    code: 'Codice',
    codeHint: 'Sei cifre, nell’e-mail',
    enter: 'Avanti',
    again: 'Invia un altro codice',
    which: 'Quale delle sue recensioni?',
    keeps: 'Chi legge vede che è stata modificata e può leggere che cosa diceva all’inizio.',
    save: 'Salva',
    saved: 'La sua recensione è cambiata.',
    savedHeld: (business) => `La sua modifica è arrivata a ${business} e apparirà dopo essere stata letta.`,
  },
  stop: {
    title: 'Niente più richieste',
    heading: 'Niente più e-mail sulle recensioni?',
    text: (business) => `${business} non le chiederà più recensioni.`,
    confirm: 'Ferma queste e-mail',
    doneHeading: 'Fatto',
    done: (business) => `${business} non le chiederà più recensioni.`,
  },

  mail: {
    hello: (name) => (name === '' ? 'Buongiorno,' : `Buongiorno ${name},`),
    businessSubject: (business) => `Com’è andata con ${business}?`,
    business: (business, order, date) =>
      `Ha ordinato da ${business} il ${date} (ordine ${order}). Com’è andata? ` +
      'Parole sue, belle o brutte, aiutano chi comprerà lì dopo di lei.',
    businessLink: 'Scrivi una recensione',
    productsSubject: (business) => `Che cosa pensa del suo ordine da ${business}?`,
    products: (business, order, date) => `Ecco che cosa ha ordinato da ${business} il ${date} (ordine ${order}):`,
    productsAsk: 'Che cosa ne pensa? Parole sue, belle o brutte, aiutano chi pensa di comprarlo.',
    productsLink: 'Recensisci l’ordine',
    takes: (days) => `Basta un minuto. Il link vale ${days} giorni ed è solo per lei.`,
    stop: (business) => `Non vuole che ${business} le chieda recensioni? Basta un clic:`,
    stopLink: 'Ferma queste e-mail',
    word: (business) => `${business} le ha scritto a proposito della sua recensione:`,
    wordEnd: 'Per scrivere a sua volta, risponda a questa mail.',
    resolutionSubject: (business) => `Soluzione per la sua recensione di ${business}`,
    codeSubject: (code) => `${code} è il suo codice`,
    code: (business) => `Con questo codice può modificare la sua recensione di ${business}:`,
    codeEnd: (minutes) =>
      `Vale ${minutes} minuti. Se non l’ha chiesto, non deve fare nulla: ` +
      'senza il codice nessuno può cambiare la sua recensione.',
    reports: {
      count: counted('it', { one: '{n} nuova segnalazione', other: '{n} nuove segnalazioni' }),
      about: (business) => `su recensioni di ${business}`,
      came: (business) => `Alcuni visitatori segnalano un possibile problema in recensioni di ${business}.`,
      line: (date, number, reason) => `${date}: recensione ${number} – ${reason}`,
      more: counted('it', { one: 'e {n} in più', other: 'e altre {n}' }),
      read: 'Che cosa hanno scritto, e come chiudere una segnalazione dopo averla esaminata, lo mostra questo comando:',
      reasons: {
        language: 'linguaggio offensivo',
        personal_info: 'dati personali',
        personal_attack: 'attacco personale',
        second_hand: 'esperienza di seconda mano',
        another_biz: 'destinata a un’altra azienda',
        other: 'altro motivo',
      },
    },
    hidden: {
      subject: (about) => `La sua recensione di ${about} non è più visibile`,
      told: (about, date, number) => `La sua recensione di ${about} del ${date} (numero ${number}) non è più visibile:`,
      reason: (business, reason) => `Il motivo indicato da ${business}: ${reason}.`,
      object: (business) =>
        'Pensa che sia un errore? Risponda a questa e-mail spiegando perché. ' +
        `${business} può mostrare di nuovo la sua recensione com’era.`,
      reasons: {
        spam: 'è pubblicità, o non è stata scritta da una persona',
        'personal data': 'contiene dati personali, come un nome o un indirizzo',
        'off topic': 'riguarda altro',
        illegal: 'il suo contenuto è illegale',
        'not a customer': 'nessun cliente ha questo nome',
        'asked by its author': 'l’ha chiesto lei',
      },
    },
  },

  problems: {
    expired: {
      title: 'Questo link è scaduto',
      text: 'Ne chieda uno nuovo al negozio; nulla di ciò che ha scritto è andato perso.',
    },
    unknown: {
      title: 'Questo link non funziona',
      text: 'Forse ne manca una parte, o il negozio lo ha ritirato. Provi a copiarlo di nuovo.',
    },
    gone: { title: 'Qui non c’è nulla da modificare', text: 'La sua recensione è stata rimossa, o non si trova più.' },
    tooMany: {
      title: 'Troppo in una volta',
      text: 'Dalla sua rete è arrivato molto. Riprovi tra qualche minuto: torni indietro, il suo testo è ancora lì.',
    },
    deadCode: {
      title: 'Questo codice non vale più',
      text:
        'È troppo vecchio, o è stato provato troppe volte. ' +
        'Apra di nuovo il link e si faccia inviare un nuovo codice.',
    },
    tooManyCodes: { title: 'Troppi codici', text: 'Oggi sono stati inviati o provati diversi codici. Riprovi domani.' },
    tooLarge: {
      title: 'È troppo',
      text: 'Invii al massimo 10 foto, ciascuna di al massimo 10 MB. Torni indietro, il suo testo è ancora lì.',
    },
    unreadable: {
      title: 'Non si è potuto leggere',
      text: 'Ciò che il suo browser ha inviato non è un modulo di questa pagina. Torni indietro e riprovi.',
    },
    failed: {
      title: 'Qualcosa è andato storto',
      text: 'È colpa nostra, non sua. Torni indietro e riprovi tra un momento: il suo testo è ancora lì.',
    },
  },
};
