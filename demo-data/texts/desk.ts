import type { KindTexts } from './kind-texts.ts';

/** The Brass Pen Rest, DEMO-017. */
export const penRest: KindTexts = {
  whole: [
    {
      rating: 5,
      title: 'Absurd and perfect',
      text: 'Nobody needs a bridge for pens. I have had it for a year and would not be without it. It is heavy, it is warm in the sun, it keeps the ink off the desk, and it has gone the colour of honey.',
    },
    {
      rating: 4,
      title: 'Leaves green on the desk',
      text: 'In a damp summer it left a faint green mark on my pale desk. A bit of felt underneath and all is well. It is beautifully made.',
    },
    {
      rating: 5,
      language: 'ja',
      title: '存在感があります',
      text: '小さいのにずっしりと重く、机の上が引き締まります。経年変化も楽しみです。',
    },
    {
      rating: 5,
      language: 'de',
      title: 'Kleines Schmuckstück',
      text: 'Schwer, schön gearbeitet, wird mit der Zeit dunkler. Drei Füller passen genau.',
    },
    {
      rating: 3,
      title: 'Too small for fat pens',
      text: 'My three large fountain pens touch each other. Two fit fine. Nice weight.',
    },
  ],
  brief: {
    happy: [
      'Heavy and beautiful.',
      'Lovely brass.',
      'My pens are happy.',
      'Small but solid.',
      'Great little present.',
      'Ages nicely.',
    ],
    fair: ['Nice, a bit dear.', 'Pretty, gets fingerprints.'],
    unhappy: ['Scratched on arrival.'],
  },
  titles: {
    5: ['Little treasure', 'So solid', 'Love the patina', 'Beautiful brass', 'Perfect gift', 'Desk jewel'],
    4: ['Very nice', 'Good, fingerprints', 'Solid'],
    3: ['Okay', 'Smaller than I thought'],
    low: ['Scratched', 'Not worth it'],
  },
  openings: [
    'I collect fountain pens.',
    'A present for my father.',
    'My pens kept rolling off the desk.',
    'An impulse buy.',
  ],
  topics: {
    make: [
      'It is one piece of brass and weighs more than my phone.',
      'The edges are broken just enough not to hurt.',
      'Three pens lie in it without touching.',
      'The finish is brushed and very even.',
    ],
    age: [
      'After a few months it has a warm brown tone.',
      'I polish it once a year, for the fun of it.',
      'Fingerprints become part of it.',
    ],
    desk: [
      'My pens no longer roll away.',
      'It makes the desk look finished.',
      'I play with it on the phone.',
      'Also works as a paperweight.',
    ],
  },
  looks: {},
  gripes: ['It shows every fingerprint at first.', 'Felt feet would be good.', 'A little expensive for its size.'],
  mixed: ['Nice to look at, but it slides on a glass desk.'],
  troubles: ['Scratched | It came with a deep scratch across the top.'],
  closings: {
    happy: ['Love it.', 'Recommended.', 'A small joy.'],
    fair: ['Nice all the same.', 'Happy with it.'],
    unhappy: ['Sent back.'],
  },
};

/** The Oak Desk Clock, DEMO-018. */
export const clock: KindTexts = {
  whole: [
    {
      rating: 5,
      title: 'No ticking. At last.',
      text: 'I have sent back four “silent” clocks. I held this one against my ear in a dark room at midnight, like a madman, and heard nothing. And it looks like a block of calm.',
    },
    {
      rating: 3,
      title: 'Hard to read',
      text: 'No numbers, thin hands, pale oak: from across the room I have to guess. Up close on a desk it is fine. It tells you that it is roughly afternoon, and perhaps that is the idea.',
    },
    {
      rating: 2,
      title: 'Loses five minutes a week',
      text: 'Beautiful block of wood, but it loses time. New battery, same thing. The shop is sending a new movement that I am to put in myself.',
    },
    {
      rating: 5,
      language: 'fr',
      title: 'Silence absolu',
      text: 'Aucun tic-tac, un bois superbe. Elle est sur mon bureau et je ne regarde plus mon téléphone.',
    },
    {
      rating: 4,
      language: 'de',
      title: 'Sehr schön, schwer abzulesen',
      text: 'Wirklich lautlos. Die Zeiger könnten etwas dunkler sein.',
    },
  ],
  brief: {
    happy: [
      'Completely silent.',
      'Beautiful oak.',
      'So calm.',
      'Lovely on my desk.',
      'Very well made.',
      'Great present.',
      'Simple and good.',
    ],
    fair: ['Nice, hard to read.', 'Pretty but pricey.'],
    unhappy: ['Loses time.'],
  },
  titles: {
    5: [
      'Truly silent',
      'A calm clock',
      'Beautiful block of oak',
      'No hurry',
      'Love it',
      'Perfect desk clock',
      'Lovely grain',
    ],
    4: ['Very nice', 'Pretty, hard to read', 'Good clock'],
    3: ['Hard to read', 'Okay'],
    low: ['Loses time', 'Stopped'],
  },
  openings: [
    'I cannot stand ticking.',
    'Wanted to get the phone off my desk.',
    'A retirement present for a colleague.',
    'Bought it for the bedroom.',
    'Saw it on a friend’s desk.',
  ],
  topics: {
    quiet: [
      'You hear nothing, not even at night.',
      'No tick, no hum.',
      'The hand glides instead of jumping.',
      'Silent, as they promised.',
    ],
    wood: [
      'The end grain on the side is gorgeous.',
      'It is a real block and heavy.',
      'The oak smells faintly of oil.',
      'The edges are soft.',
      'Mine has a lovely dark ring in the grain.',
    ],
    use: [
      'I look at my phone less.',
      'It stands on the shelf above my screen.',
      'Setting it is easy, one wheel at the back.',
      'It has kept time for half a year.',
      'My daughter learnt to tell the time with it, without numbers.',
    ],
  },
  looks: {},
  gripes: [
    'The hands are hard to see in low light.',
    'The battery cover is stiff.',
    'Not cheap.',
    'A bit smaller than I had imagined.',
  ],
  mixed: ['Handsome, but I keep misreading it.', 'It is silent and a minute slow each week.'],
  troubles: [
    'Stopped | It stopped after three weeks and a new battery did not help.',
    'Loose hand | The minute hand came loose in the post.',
  ],
  closings: {
    happy: ['Love it.', 'Very happy.', 'Recommended.', 'No hurry indeed.'],
    fair: ['Still lovely.', 'I am keeping it.'],
    unhappy: ['A pity.', 'Sent back.'],
  },
};

/** The Wool Desk Mat, DEMO-019. */
export const mat: KindTexts = {
  whole: [
    {
      rating: 5,
      title: 'Warm wrists',
      text: 'My desk is glass and cold, and from October on my wrists hurt. Not any more. The felt is thick, the mouse runs well on it, the cork does not move. It pilled a little in the first weeks, and that has stopped.',
    },
    {
      rating: 2,
      title: 'Moths',
      text: 'The mat is nice. The moths think so as well. I found two holes after the summer. It is wool, so I should have known, though a word about it would have been kind.',
    },
    {
      rating: 4,
      title: 'Pilled at first',
      text: 'For the first month I picked little balls off it every evening. Since then it is smooth and firm. Looks good, muffles the keyboard.',
    },
    {
      rating: 5,
      language: 'de',
      title: 'Sehr angenehm',
      text: 'Warm an den Handgelenken, rutscht nicht, dämpft die Tastatur. Riecht am Anfang ein wenig nach Schaf, was mir gefällt.',
    },
    {
      rating: 3,
      title: 'Coffee is its enemy',
      text: 'Beautiful until the first spill. Cold water and wool soap got most of it out. I now drink on the other side of the desk.',
    },
  ],
  brief: {
    happy: [
      'So soft.',
      'Keeps my wrists warm.',
      'Does not slide.',
      'Lovely wool.',
      'Good thickness.',
      'My desk looks great.',
      'Quiet typing.',
    ],
    fair: ['Nice, pills a bit.', 'Good but dear.'],
    unhappy: ['Pills terribly.'],
  },
  titles: {
    5: ['Warm and soft', 'Great mat', 'Does not slide', 'Lovely felt', 'Desk happiness', 'Love it'],
    4: ['Very nice', 'Pills a little', 'Good mat'],
    3: ['Okay', 'Stains easily'],
    low: ['Pills', 'Not durable'],
  },
  openings: [
    'My desk was cold and loud.',
    'Working from home full time.',
    'I wanted something that is not plastic.',
    'A present from my wife.',
  ],
  topics: {
    feel: [
      'It is warm under the wrists.',
      'Four millimetres are just thick enough.',
      'The felt is dense and soft.',
      'It feels like a good coat.',
    ],
    use: [
      'The mouse glides well on it.',
      'My keyboard is quieter.',
      'It does not slide at all.',
      'It covers the scratches in my desk, too.',
      'The cat has claimed the left third.',
    ],
    care: ['Crumbs brush off.', 'A lint roller keeps it tidy.', 'A spill beaded up and I could dab it off.'],
  },
  looks: {},
  gripes: [
    'It pilled a little at the start.',
    'It smelled of sheep for a week.',
    'I wish it were 10 cm longer.',
    'It was rolled up and took two days to lie flat.',
  ],
  mixed: ['Nice feel, but it attracts every hair.'],
  troubles: [
    'Frays | The edge started to fray after a month.',
    'Pills | It pills so much that I clean my mouse every day.',
  ],
  closings: {
    happy: ['Love it.', 'Recommended.', 'My wrists say thank you.'],
    fair: ['Still good.', 'Happy with it.'],
    unhappy: ['Too dear for that.'],
  },
};
