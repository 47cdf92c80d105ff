import type { KindTexts } from './kind-texts.ts';

/** The Paper Moon Pendant, DEMO-013. */
export const pendant: KindTexts = {
  whole: [
    {
      rating: 5,
      title: 'Opens like a book, hangs like a moon',
      text: 'It arrives as a flat disc the size of a record, you pull it open, clip the ring, and there is a moon. One minute is right. Hanging it took me forty, but that is about my ceiling and me.',
    },
    {
      rating: 3,
      title: 'Paper tore at the fold',
      text: 'One of the folds tore by a centimetre when I opened it, though I was careful. With the light off you see it, with the light on you do not. So it stays, and the light stays on.',
    },
    {
      rating: 2,
      title: 'Not quite round',
      text: 'Mine refuses to be round. There is a flat side, whichever way I turn the ring. I steamed it as the shop advised, which helped a bit. From the sofa it looks like a moon three days after full.',
    },
    {
      rating: 4,
      title: 'Dust in the folds',
      text: 'Beautiful. But think about where you hang it: over our dining table it gathers dust in the folds and a hairdryer is the only thing that gets it out.',
    },
    {
      rating: 5,
      title: 'Rented flat, no fear',
      text: 'I move every two years and this folds flat again. It has been in three flats so far and never looked as if it belonged to the one before.',
    },
    {
      rating: 5,
      language: 'de',
      title: 'Leicht und schön',
      text: 'Flach verpackt, in einer Minute aufgefaltet, Kabel und Baldachin sind dabei. Das Licht ist wunderbar weich.',
    },
    {
      rating: 4,
      language: 'fr',
      title: 'Très poétique',
      text: 'Une jolie lune au-dessus de la table. Le papier est fragile, il faut le déplier doucement.',
    },
    {
      rating: 1,
      title: 'Cable too short for old ceilings',
      text: 'Our ceilings are 3.4 metres and the cable ends far above the table. Nowhere on the page does it say how long it is. An extension looks awful. Returned.',
    },
  ],
  brief: {
    happy: [
      'Like a moon.',
      'So light and pretty.',
      'Easy to put up.',
      'Beautiful shadows.',
      'Lovely soft light.',
      'Ships flat, clever.',
      'Much nicer than the cheap ones.',
      'Great over the table.',
      'Everything was in the box.',
      'Very pleased.',
    ],
    fair: ['Pretty but delicate.', 'Nice, cable is short.', 'Good, not quite round.'],
    unhappy: ['Torn paper.', 'Flimsy.', 'Not round.'],
  },
  titles: {
    5: [
      'Our moon',
      'Beautiful shade',
      'Soft light',
      'So easy to hang',
      'Love it',
      'Lovely over the table',
      'Light as a feather',
      'Clever design',
    ],
    4: ['Pretty, gathers dust', 'Nice shade', 'Good', 'Almost round'],
    3: ['Delicate', 'Okay', 'Fragile but pretty'],
    low: ['Returned', 'Disappointed', 'Not at this price'],
  },
  openings: [
    'We needed something over the table.',
    'I was afraid that paper would look cheap.',
    'My rental had bare bulbs.',
    'Bought for the bedroom.',
    'Had my eye on it for a while.',
    'This hangs in our stairwell.',
  ],
  topics: {
    light: [
      'The folds throw fine shadows on the ceiling.',
      'With a warm bulb it glows like honey.',
      'The light is even and soft.',
      'You never see the bulb.',
      'It lights the table and leaves the rest of the room alone.',
      'By day it is a white shape, in the evening it is a moon.',
    ],
    setup: [
      'It opened in a minute, as they say.',
      'Cable and ceiling rose are good quality.',
      'The metal ring clicks in firmly.',
      'Hanging it was easy for two people.',
      'The instructions are four drawings and that is enough.',
    ],
    look: [
      'Forty centimetres is a good size for a table for four.',
      'The paper is thicker than I had expected.',
      'It makes the room look larger.',
      'It moves a little when the window is open.',
      'It looks calm and floats in the room.',
    ],
    room: [
      'My daughter believes that it is the real one.',
      'The neighbours across the street asked about it.',
      'Goes well with our old chairs.',
      'Dinner takes longer under it.',
    ],
  },
  looks: {},
  gripes: [
    'It gathers dust.',
    'The cable could be longer.',
    'You have to handle it with care.',
    'The ring was fiddly.',
    'One fold is not quite even.',
    'The white of the ceiling rose does not match the paper.',
  ],
  mixed: [
    'Nice when lit, a little cheap by day.',
    'One fold is creased and will not come out.',
    'It hangs slightly crooked, whatever I do.',
  ],
  troubles: [
    'Torn | The paper was torn in two places.',
    'Not round | It will not stay round, the ring slips out.',
    'Part missing | The ceiling rose was missing from the box and it took three e-mails to get one.',
  ],
  closings: {
    happy: ['Love it.', 'Recommended.', 'So pretty.', 'Very happy.'],
    fair: ['Still pretty.', 'I would buy it again.', 'Happy with it.'],
    unhappy: ['Not for 89 euros.', 'Went back.', 'A pity.'],
  },
};
