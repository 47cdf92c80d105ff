import { counted } from './counted.ts';
import type { Wording } from './en.ts';

export const french: Wording = {
  language: 'fr',

  form: {
    rating: 'Votre note',
    ratingWords: ['Mauvais', 'Médiocre', 'Correct', 'Bien', 'Excellent'],
    stars: counted('fr', { one: '{n} étoile', other: '{n} étoiles' }),
    details: 'Noter les détails',
    optional: 'facultatif',
    aspects: {
      service: 'Service client',
      value: 'Rapport qualité-prix',
      shipping: 'Livraison',
      returns: 'Retours',
      quality: 'Qualité',
    },
    notRated: 'Sans note',
    clear: 'Effacer',
    reviewTitle: 'Titre',
    reviewTitleHint: 'L’essentiel en quelques mots',
    content: 'Votre avis',
    contentHint: 'Qu’avez-vous commandé, comment cela s’est-il passé, reviendriez-vous ?',
    productContentHint: 'Comment est-ce à l’usage ? Que devraient savoir les autres ?',
    tip: 'Un conseil aux autres',
    tipHint: 'Ce que vous auriez aimé savoir avant',
    photos: 'Photos',
    photosHint: (max) => `Jusqu’à ${max}. Le lieu de la prise de vue en est retiré.`,
    keepPhoto: (number) => `Garder la photo ${number}`,
    photosAgain: 'Choisissez à nouveau vos photos',
    name: 'Votre nom',
    nameHint: 'Affiché sous la forme prénom et initiale, par exemple Jeanne D.',
    email: 'Votre adresse e-mail',
    emailHint: 'Jamais affichée. La boutique peut vous y répondre.',
    trap: 'Laissez ce champ vide',
    send: 'Publier l’avis',
    sendHeld: 'Envoyer l’avis',
    fine: 'Chaque avis est publié, quelles que soient ses étoiles.',
    fineHeld:
      'La boutique lit les nouveaux avis avant leur parution. Elle ne peut en retenir aucun à cause de ses étoiles.',
  },
  errors: {
    heading: 'Veuillez revoir ces points',
    rating: 'Choisissez d’une à cinq étoiles',
    title: 'Donnez un titre à votre avis',
    content: 'Écrivez votre avis',
    name: 'Indiquez votre nom',
    email: 'Indiquez une adresse e-mail telle que nom@example.com',
    tooLong: (limit) => `Pas plus de ${limit.toLocaleString('fr')} caractères`,
    characters: 'Retirez les caractères invisibles',
    trap: 'Laissez ce champ vide : il sert à repérer les robots',
    photo: 'Une des photos est illisible. JPEG, PNG, WebP, GIF et AVIF jusqu’à 10 Mo sont acceptés.',
    photoTooLarge:
      'Une des photos est trop grande : 10 Mo au plus, et 100 mégapixels en JPEG, 25 pour les autres photos.',
    photoHeic: 'Une des photos est en HEIC, qui n’est pas lisible ici. Merci de l’envoyer en JPEG.',
    noProduct: 'Notez au moins un produit',
    choose: 'Veuillez choisir',
    code: 'Ce n’est pas le code que nous avons envoyé',
  },

  write: {
    title: (business) => `Donner un avis sur ${business}`,
    heading: (business) => `Comment cela s’est-il passé avec ${business} ?`,
    intro: 'Vos propres mots, bons ou mauvais. Ils aident les prochains clients.',
  },
  ask: {
    title: (product) => `Question sur ${product}`,
    heading: 'Que voulez-vous savoir ?',
    intro: 'La boutique répond, ou quelqu’un qui l’a acheté.',
    question: 'Votre question',
    questionHint: 'Tout le monde peut la lire : n’y mettez rien de privé, comme un numéro de commande.',
    missing: 'Écrivez votre question',
    send: 'Envoyer la question',
    fine: 'Votre question paraît sur la page du produit, suivie des réponses.',
    fineHeld: 'La boutique lit les nouvelles questions avant qu’elles ne paraissent sur la page du produit.',
    published: 'Votre question est publiée. Vous la trouverez sur la page du produit, bientôt avec des réponses.',
    held: (business) =>
      `Votre question est arrivée chez ${business}. Elle paraîtra sur la page du produit après lecture.`,
  },
  request: {
    order: (order, date) => `Votre commande ${order} du ${date}`,
    products: {
      title: (business) => `Donner un avis sur votre commande chez ${business}`,
      heading: 'Que pensez-vous de votre commande ?',
    },
    productsToo: 'Et vos achats ?',
    productsHint: 'Notez ce que vous souhaitez, et laissez le reste.',
    send: 'Publier',
    sendHeld: 'Envoyer',
    done: 'Avis donné',
  },
  thanks: {
    title: 'Merci',
    heading: 'Merci',
    published: 'Ce que vous avez écrit est publié.',
    held: (business) => `Ce que vous avez écrit est arrivé chez ${business} et paraîtra après lecture.`,
    rest: 'Donner un avis sur le reste de la commande',
    back: (business) => `Aller chez ${business}`,
  },
  edit: {
    title: 'Modifier votre avis',
    heading: 'Modifier votre avis',
    prove: (address) => `Pour que personne d’autre ne change vos mots, nous envoyons un code à ${address}.`,
    sendCode: 'M’envoyer le code',
    sent: (address, minutes) => `Nous avons envoyé un code à ${address}. Il est valable ${minutes} minutes.`,
    code: 'Code',
    codeHint: 'Six chiffres, dans l’e-mail',
    enter: 'Continuer',
    again: 'Envoyer un autre code',
    which: 'Lequel de vos avis ?',
    keeps: 'Les lecteurs voient que l’avis a été modifié, et peuvent lire ce qui y figurait d’abord.',
    save: 'Enregistrer',
    saved: 'Votre avis est modifié.',
    savedHeld: (business) => `Votre modification est arrivée chez ${business} et paraîtra après lecture.`,
  },
  stop: {
    title: 'Plus de demandes',
    heading: 'Plus d’e-mails au sujet des avis ?',
    text: (business) => `${business} ne vous demandera alors plus d’avis.`,
    confirm: 'Arrêter ces e-mails',
    doneHeading: 'C’est fait',
    done: (business) => `${business} ne vous demandera plus d’avis.`,
  },

  mail: {
    hello: (name) => (name === '' ? 'Bonjour,' : `Bonjour ${name},`),
    businessSubject: (business) => `Comment cela s’est-il passé avec ${business} ?`,
    business: (business, order, date) =>
      `Vous avez commandé chez ${business} le ${date} (commande ${order}). Comment cela s’est-il passé ? ` +
      'Vos propres mots, bons ou mauvais, aident les prochains clients.',
    businessLink: 'Écrire un avis',
    productsSubject: (business) => `Que pensez-vous de votre commande chez ${business} ?`,
    products: (business, order, date) =>
      `Voici ce que vous avez commandé chez ${business} le ${date} (commande ${order}) :`,
    productsAsk: 'Qu’en pensez-vous ? Vos propres mots, bons ou mauvais, aident ceux qui songent à l’acheter.',
    productsLink: 'Donner un avis sur la commande',
    tap: 'Touchez une étoile pour commencer',
    takes: (days) => `Cela prend une minute. Le lien est valable ${days} jours, et n’est que pour vous.`,
    stop: (business) => `Vous ne voulez pas que ${business} vous demande des avis ? Un clic suffit :`,
    stopLink: 'Arrêter ces e-mails',
    word: (business) => `${business} vous a écrit à propos de votre avis :`,
    wordEnd: 'Pour lui écrire, répondez à ce mail.',
    resolutionSubject: (business) => `Solution concernant votre avis sur ${business}`,
    codeSubject: (code) => `${code} est votre code`,
    code: (business) => `Avec ce code, vous pouvez modifier votre avis sur ${business} :`,
    codeEnd: (minutes) =>
      `Il est valable ${minutes} minutes. Si vous ne l’avez pas demandé, vous n’avez rien à faire : ` +
      'sans lui, personne ne peut modifier votre avis.',
    notices: {
      count: counted('fr', { one: '{n} avis vous attend', other: '{n} avis vous attendent' }),
      came: (business) => `Ces avis attendent que ${business} les publie ou les masque.`,
      shop: 'la boutique',
      review: (about) => `Avis : ${about}`,
      question: (about) => `Question : ${about}`,
      answer: (about) => `Réponse : ${about}`,
      photos: counted('fr', { one: '{n} photo', other: '{n} photos' }),
      why: {
        new: 'Ce texte attend, car la boutique examine ce qui est nouveau avant publication.',
        text: 'Ce texte attend, car il dit presque la même chose que d’autres des dernières 24 heures.',
        rate: 'Ce texte attend, car il en est arrivé plus que d’habitude à la fois.',
        often: 'Ce texte attend, car son adresse a écrit plusieurs fois en une heure.',
      },
      reported: (reason) => `Signalé : ${reason}`,
      text: 'TEXT est à remplacer par vos propres mots.',
      reasons: (reasons) => `Voici les motifs pour masquer un avis : ${reasons}.`,
    },
    questions: {
      count: counted('fr', { one: '{n} nouvelle question ou réponse', other: '{n} nouvelles questions et réponses' }),
      came: (business) => `Des visiteurs ont posé une question sur des produits de ${business}, ou y ont répondu.`,
    },
    reports: {
      count: counted('fr', { one: '{n} nouveau signalement', other: '{n} nouveaux signalements' }),
      came: (business) => `Des visiteurs nous signalent un problème possible dans des avis sur ${business}.`,
      more: (count) => `et ${count} de plus`,
      reasons: {
        language: 'propos offensants',
        personal_info: 'données personnelles',
        personal_attack: 'attaque personnelle',
        second_hand: 'expérience de seconde main',
        another_biz: 'destiné à une autre entreprise',
        other: 'autre motif',
      },
    },
    hidden: {
      subject: (about) => `Votre avis sur ${about} n’est plus affiché`,
      told: (about, date, number) => `Votre avis sur ${about} du ${date} (numéro ${number}) n’est plus affiché :`,
      reason: (business, reason) => `Le motif donné par ${business} : ${reason}.`,
      object: (business) =>
        'Vous pensez que c’est une erreur ? Répondez à ce message en expliquant pourquoi. ' +
        `${business} peut afficher de nouveau votre avis tel qu’il était.`,
      reasons: {
        spam: 'c’est de la publicité, ou il n’a pas été écrit par une personne',
        'personal data': 'il contient des données personnelles, comme un nom ou une adresse',
        'off topic': 'il porte sur autre chose',
        illegal: 'son contenu est illégal',
        'not a customer': 'aucun client ne porte ce nom',
        'asked by its author': 'vous l’avez demandé',
      },
    },
  },

  problems: {
    expired: {
      title: 'Ce lien a expiré',
      text: 'Demandez-en un nouveau à la boutique ; rien de ce que vous avez écrit n’est perdu.',
    },
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il en manque peut-être une partie, ou la boutique l’a retiré. Essayez de le copier à nouveau.',
    },
    gone: { title: 'Il n’y a rien à modifier ici', text: 'Votre avis a été retiré, ou reste introuvable.' },
    tooMany: {
      title: 'Trop à la fois',
      text:
        'Beaucoup d’envois sont venus de votre réseau. Réessayez dans quelques minutes : ' +
        'revenez en arrière, votre texte est toujours là.',
    },
    deadCode: {
      title: 'Ce code n’est plus valable',
      text: 'Il est trop ancien, ou a été essayé trop souvent. Ouvrez à nouveau le lien et demandez un nouveau code.',
    },
    tooManyCodes: {
      title: 'Trop de codes',
      text: 'Plusieurs codes ont été envoyés ou essayés aujourd’hui. Réessayez demain.',
    },
    tooLarge: {
      title: 'C’est trop',
      text: 'Envoyez au plus 10 photos, chacune de 10 Mo au plus. Revenez en arrière, votre texte est toujours là.',
    },
    unreadable: {
      title: 'Illisible',
      text: 'Ce que votre navigateur a envoyé n’est pas un formulaire de cette page. Revenez en arrière et réessayez.',
    },
    failed: {
      title: 'Quelque chose s’est mal passé',
      text:
        'C’est notre faute, pas la vôtre. Revenez en arrière et réessayez dans un instant : ' +
        'votre texte est toujours là.',
    },
  },
};
