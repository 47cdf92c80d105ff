/** What the shop's staff answer below a review of the shop. */
export const replies = {
  happy: [
    'Thank you for taking the time to write this. I have read it out in the packing room, and there was cheering. – Maren',
    'That makes our day. – Tomas',
    'How kind. I have shown it to Ines, who is blushing. – Maren',
    'Thank you! If you are ever in Marlow, there is tea. – Tomas',
    'So glad that all got to you safely. The straw is from the farm behind us, by the way, and may go on the compost. – Ines',
    'Thank you. Reviews like this are what we put up above the packing table. – Maren',
    'We will pass this on to everybody here. They pretend not to read reviews, and do. – Tomas',
    'Thank you, and until next time. – Ines',
    'Lovely to read on a wet Monday. – Tomas',
    'Your words go on the wall next to the kettle. Thank you. – Maren',
    'You have made somebody in the packing room very proud. – Ines',
    'You are very welcome. Do send a picture of it in its new place. – Ines',
    'Thank you very much, and come and see us if you are ever near. – Maren',
    'That is good to hear. We will try to keep it up. – Ines',
    'Thank you! We have told the courier as well, they rarely hear something nice. – Ines',
  ],
  fair: [
    'Thank you for the honest words, they help us more than praise. – Maren',
    'Thank you for saying what cost us the rest of the stars. We are working on it. – Tomas',
    'Thank you for taking the time. If anything is still open, just answer the mail with your order. – Ines',
    'Thank you. We read all of these on Mondays, before coffee, and this one was talked about. – Ines',
    'A fair point, and a fair number of stars. – Maren',
    'Noted, and passed on to those who can change it. Thank you. – Ines',
    'We can do better than that, and hope to show you. – Tomas',
  ],
  unhappy: [
    'I am sorry. That is not how we want to treat anybody. I have looked into your order, and you have a message from me with a refund and an explanation. – Maren',
    'I have read this out to all of us this morning. You are right, and I have written to you with what we will change. – Maren',
    'Thank you for writing in spite of the trouble. I have sent you a message with a proposal, and hope that it makes up for some of it. – Ines',
    'There is nothing to explain away here. We got it wrong, and I am sorry. You will hear from me today. – Tomas',
  ],
} as const;

/** Answers to what went wrong, by what the review speaks of; the first that fits is given. */
export const repliesByTrouble: readonly { about: RegExp; lines: readonly string[] }[] = [
  {
    about: /broken|chip|crack|padding|bits/iu,
    lines: [
      'I am sorry about the broken ones. New ones went out this morning, in our new double box. Please do not send the others back. – Ines',
      'That parcel was packed on a day when we tried a thinner paper. We have stopped that. A new one is on its way to you. – Tomas',
    ],
  },
  {
    about: /answer|reply|message|silence/iu,
    lines: [
      'We have looked for your messages and found them in the wrong folder. That is our fault alone. I have answered each of them now. – Ines',
      'You should not have had to write more than once. I have your order in front of me and have just sent you an answer. – Ines',
    ],
  },
  {
    about: /courier|delivered|street|lost|opened/iu,
    lines: [
      'The courier has confirmed that the parcel went astray. We have sent a new one by another carrier. – Ines',
      'I have spoken with the depot. They cannot say where it is, so a second parcel has left today, at our expense. – Ines',
    ],
  },
  {
    about: /refund|charged|money|postage|euro/iu,
    lines: [
      'The money left our account today, and you can reach me directly if it is not with you by Friday. – Maren',
      'Our books show where it got stuck, and it was on our side. It has been paid back, with my apologies. – Maren',
    ],
  },
  {
    about: /late|wait|weeks|days|express|party/iu,
    lines: [
      'You are right, we should have told you. I kept hoping to make it in time. That was a mistake; next time you will hear from us on the first day. – Tomas',
      'I am sorry for the wait. A kiln failed, which is no excuse for not writing to you. – Tomas',
    ],
  },
  {
    about: /gift|present|invoice|card/iu,
    lines: [
      'I understand your anger. Gift orders are now packed at a separate table, where there are no invoices at all. – Maren',
    ],
  },
  {
    about: /stock|cancelled/iu,
    lines: ['The stock count was wrong, and we have found out why. Sorry that it was you who found out first. – Tomas'],
  },
  {
    about: /wrong|colour/iu,
    lines: [
      'The labels of two boxes were swapped. The right one has left today, and a return label for the other is in your mail. – Ines',
    ],
  },
  {
    about: /lamp|faulty|photos/iu,
    lines: ['We have all the photos that we need, and should have seen that. A new lamp is on its way. – Tomas'],
  },
];

/** Answers to single reviews, by their title. */
export const repliesByTitle: Readonly<Record<string, string>> = {
  'How shops used to be':
    'It was me at the phone, and the dearer one really did look green by the window. Thank you for ringing, do it again. – Tomas',
  'Lovely things, dear postage':
    'You are right about the postage to Ireland. We are talking to a second carrier, and hope to have it under six euros by spring. Four things at a time is a fine habit in the meantime. – Maren',
  'Broken mug, mended mood':
    'Your photo now hangs above the packing table: the corner of the box had given way, so the corners are doubled since. Thank you for telling us how, not only that. – Ines',
  'Good shop, bad courier':
    'I can see you at that window. From next week on you can choose a second courier at the till. Would you tell us whether they ring the bell? – Ines',
  'They kept the studio open for me':
    'Tell your daughter that her bowl has come out of the kiln in one piece and is in the post. – Tomas',
  'Repair instead of replace':
    'Ten minutes! It takes me fifteen. Every lamp that stays out of the bin is a good lamp. – Tomas',
  'Three weeks and a shrug':
    'You should have been told the truth on the first day. The person who wrote that the parcel had left believed it; the label said so, and the shelf did not. We now look at the shelf. – Maren',
  'No answer':
    'Sorry. I should have written that two weeks ago. Your four messages were in a folder that nobody read. A candle is on its way, and somebody reads the folder now: me. – Ines',
  'Gift wrap forgotten':
    'I have written to you, and, if you allow it, to your friend as well. Presents are packed at a table of their own from now on, without a printer anywhere near. – Maren',
  'Wrong item twice':
    'Twice is once too often to call it bad luck. The labels of the two boxes differ by one letter, and now by colour, too. – Ines',
  'Livraison trop lente':
    'Vous avez raison, quinze jours, c’est trop. Le colis est resté bloqué au dépôt et nous aurions dû vous prévenir. – Ines',
  'Rücksendung mühsam':
    'Das tut mir leid. Erstattungen gehen jetzt am Tag des Eingangs hinaus, und Ihr Rückporto habe ich Ihnen heute überwiesen. – Maren',
};

/** Second comments, still drafts. */
export const draftReplies: readonly string[] = [
  'Just to add: we spoke on the phone today and all is well. – Ines',
  'Second try at an answer, as my first one sounded grumpy. – Tomas',
  'Draft: check with Maren before this goes out. – Ines',
];
