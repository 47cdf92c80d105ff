import { counted } from './counted.ts';

export const english = {
  language: 'en',

  /** What the fields of every form say. */
  form: {
    rating: 'Your rating',
    ratingWords: ['Bad', 'Poor', 'All right', 'Good', 'Excellent'],
    stars: counted('en', { one: '{n} star', other: '{n} stars' }),
    details: 'Rate the details',
    optional: 'optional',
    aspects: {
      service: 'Customer service',
      value: 'Value for money',
      shipping: 'Delivery',
      returns: 'Returns',
      quality: 'Quality',
    },
    notRated: 'Not rated',
    clear: 'Clear',
    reviewTitle: 'Headline',
    reviewTitleHint: 'What matters most, in a few words',
    content: 'Your review',
    contentHint: 'What did you order, how did it go, would you come back?',
    productContentHint: 'What is it like to use? What should others know?',
    tip: 'A tip for others',
    tipHint: 'Something you would have liked to know before',
    photos: 'Photos',
    photosHint: (max: number) => `Up to ${max}. Where they were taken is removed from them.`,
    keepPhoto: (number: number) => `Keep photo ${number}`,
    photosAgain: 'Please choose your photos again',
    name: 'Your name',
    nameHint: 'Shown as first name and initial, such as Jane D.',
    email: 'Your e-mail address',
    emailHint: 'Never shown. The shop can answer you here.',
    trap: 'Leave this field empty',
    send: 'Publish review',
    sendHeld: 'Send review',
    fine: 'Every review is published, whatever its stars.',
    fineHeld: 'The shop looks at new reviews before they appear. It may not hold one back for its stars.',
  },
  errors: {
    heading: 'Please look at these again',
    rating: 'Choose from one to five stars',
    title: 'Give your review a headline',
    content: 'Write your review',
    name: 'Give your name',
    email: 'Give an e-mail address such as name@example.com',
    tooLong: (limit: number) => `Use at most ${limit.toLocaleString('en')} characters`,
    characters: 'Remove the invisible characters',
    trap: 'Leave this field empty: it is there to catch robots',
    photo: 'One of the photos cannot be read. JPEG, PNG, WebP, GIF and AVIF up to 10 MB can.',
    photoTooLarge:
      'One of the photos is too large: 10 MB are the most, and 100 megapixels for JPEG, 25 for other photos.',
    photoHeic: 'One of the photos is HEIC, which cannot be read here. Please send it as JPEG.',
    noProduct: 'Rate at least one product',
    choose: 'Please choose',
    code: 'This is not the code that we sent',
  },

  write: {
    title: (business: string) => `Review ${business}`,
    heading: (business: string) => `How was it with ${business}?`,
    intro: 'Your own words, good or bad. They help whoever shops here next.',
  },
  ask: {
    title: (product: string) => `Ask about ${product}`,
    heading: 'What would you like to know?',
    intro: 'The shop answers, or somebody who has bought it.',
    question: 'Your question',
    questionHint: 'Everybody can read it, so leave out what is private, such as an order number.',
    missing: 'Write your question',
    send: 'Send question',
    fine: 'Your question appears on the page of the product, and the answers below it.',
    fineHeld: 'The shop looks at new questions before they appear on the page of the product.',
    published: 'Your question is published. You find it, and soon its answers, on the page of the product.',
    held: (business: string) =>
      `Your question has reached ${business}. It appears on the page of the product once they have looked at it.`,
  },
  request: {
    order: (order: string, date: string) => `Your order ${order} of ${date}`,
    products: {
      title: (business: string) => `Review what you ordered from ${business}`,
      heading: 'How do you like what you ordered?',
    },
    productsToo: 'And what you ordered?',
    productsHint: 'Rate what you like to rate, and leave out the rest.',
    send: 'Publish',
    sendHeld: 'Send',
    done: 'Reviewed',
  },
  thanks: {
    title: 'Thank you',
    heading: 'Thank you',
    published: 'What you wrote is published.',
    held: (business: string) => `What you wrote has reached ${business}, and appears once they have looked at it.`,
    rest: 'Review the rest of your order',
    back: (business: string) => `Go to ${business}`,
  },
  edit: {
    title: 'Edit your review',
    heading: 'Edit your review',
    prove: (address: string) => `So that nobody else changes your words, we send a code to ${address}.`,
    sendCode: 'Send me the code',
    sent: (address: string, minutes: number) => `We sent a code to ${address}. It works for ${minutes} minutes.`,
    code: 'Code',
    codeHint: 'Six digits, from the mail',
    enter: 'Go on',
    again: 'Send another code',
    which: 'Which of your reviews?',
    keeps: 'Readers see that it was edited, and can read what stood there first.',
    save: 'Save',
    saved: 'Your review is changed.',
    savedHeld: (business: string) => `Your change has reached ${business}, and appears once they have looked at it.`,
  },
  stop: {
    title: 'No more requests',
    heading: 'No more mail about reviews?',
    text: (business: string) => `${business} then asks you for no more reviews.`,
    confirm: 'Stop these mails',
    doneHeading: 'Done',
    done: (business: string) => `${business} asks you for no more reviews.`,
  },

  mail: {
    hello: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    businessSubject: (business: string) => `How was it with ${business}?`,
    business: (business: string, order: string, date: string) =>
      `You ordered from ${business} on ${date} (order ${order}). How did it go? ` +
      'Your own words, good or bad, help whoever shops there next.',
    businessLink: 'Write a review',
    productsSubject: (business: string) => `How do you like what you ordered from ${business}?`,
    products: (business: string, order: string, date: string) =>
      `You ordered this from ${business} on ${date} (order ${order}):`,
    productsAsk: 'How do you like it? Your own words, good or bad, help whoever thinks of buying it.',
    productsLink: 'Review what you ordered',
    tap: 'Tap a star to begin',
    takes: (days: number) => `It takes a minute. The link works for ${days} days, and is yours alone.`,
    stop: (business: string) => `You do not want ${business} to ask you for reviews? One click is enough:`,
    stopLink: 'Stop these mails',
    word: (business: string) => `${business} wrote to you about what you reviewed:`,
    wordEnd: 'To write back, answer this mail.',
    resolutionSubject: (business: string) => `Resolution for your review of ${business}`,
    codeSubject: (code: string) => `${code} is your code`,
    code: (business: string) => `With this code you can edit your review of ${business}:`,
    codeEnd: (minutes: number) =>
      `It works for ${minutes} minutes. If you did not ask for it, you need not do anything: ` +
      'nobody can change your review without it.',
    /** What the owners of the business are told of: reviews that wait, and how a text is described. */
    notices: {
      count: counted('en', { one: '{n} review waits for you', other: '{n} reviews wait for you' }),
      came: (business: string) => `These reviews wait until ${business} publishes or hides them.`,
      shop: 'the shop',
      review: (about: string) => `Review of ${about}`,
      question: (about: string) => `Question about ${about}`,
      answer: (about: string) => `Answer about ${about}`,
      photos: counted('en', { one: '{n} photo', other: '{n} photos' }),
      why: {
        new: 'It waits because the shop looks at what is new before it appears.',
        text: 'It waits because it says nearly the same as others of the last 24 hours.',
        rate: 'It waits because more came at once than usual.',
        often: 'It waits because its address wrote more than a few times within an hour.',
      },
      reported: (reason: string) => `Reported: ${reason}`,
      text: 'TEXT stands for your own words.',
      reasons: (reasons: string) => `These are the reasons for hiding a review: ${reasons}.`,
    },
    /** What shoppers asked and answered, for the business. */
    questions: {
      count: counted('en', { one: '{n} new question or answer', other: '{n} new questions and answers' }),
      came: (business: string) => `Shoppers have asked or answered something about products of ${business}.`,
    },
    /** What shoppers reported, for the business. */
    reports: {
      count: counted('en', { one: '{n} new report', other: '{n} new reports' }),
      came: (business: string) => `Shoppers told us that something may be wrong with reviews of ${business}.`,
      more: (count: number) => `and ${count} more`,
      reasons: {
        language: 'offensive language',
        personal_info: 'personal data',
        personal_attack: 'a personal attack',
        second_hand: 'second-hand experience',
        another_biz: 'meant for another business',
        other: 'another reason',
      },
    },
    /** Their review was taken from view, for its author. */
    hidden: {
      subject: (about: string) => `Your review of ${about} is no longer shown`,
      told: (about: string, date: string, number: number) =>
        `Your review of ${about} from ${date} (number ${number}) is no longer shown:`,
      reason: (business: string, reason: string) => `The reason that ${business} gives: ${reason}.`,
      object: (business: string) =>
        'You think that this is wrong? Answer this mail, and say why. ' +
        `${business} can show your review again as it was.`,
      reasons: {
        spam: 'it is advertising, or was not written by a person',
        'personal data': 'it contains personal data, such as a name or an address',
        'off topic': 'it is about something else',
        illegal: 'its content is illegal',
        'not a customer': 'nobody of that name has been a customer',
        'asked by its author': 'you asked for it',
      },
    },
  },

  problems: {
    expired: {
      title: 'This link has expired',
      text: 'Ask the shop for a new one; nothing that you wrote before is lost.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Part of it may be missing, or the shop has taken it back. Try to copy it again from where you found it.',
    },
    gone: { title: 'There is nothing to edit here', text: 'Your review was removed, or cannot be found any more.' },
    tooMany: {
      title: 'Too many at once',
      text: 'Much came from your network just now. Try again in a few minutes: go back, and your text is still there.',
    },
    deadCode: {
      title: 'This code works no more',
      text: 'It is too old, or was tried too often. Open the link again, and have a new code sent to you.',
    },
    tooManyCodes: { title: 'Too many codes', text: 'Several codes were sent or tried today. Try again tomorrow.' },
    tooLarge: {
      title: 'That is too much',
      text: 'Send at most 10 photos, each of at most 10 MB. Go back, and your text is still there.',
    },
    unreadable: {
      title: 'This could not be read',
      text: 'What your browser sent is no form that this page knows. Go back and try again.',
    },
    failed: {
      title: 'Something went wrong',
      text: 'This is our fault, not yours. Go back and try again in a moment: your text is still there.',
    },
  },
};

export type Wording = typeof english;
