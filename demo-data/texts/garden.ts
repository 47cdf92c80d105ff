import type { KindTexts } from './kind-texts.ts';

/** The Terrace Planter: DEMO-020 Terracotta, DEMO-021 Slate. */
export const planters: KindTexts = {
  whole: [
    {
      rating: 5,
      title: 'Two winters outside',
      text: 'Two winters on a north-facing terrace in the hills, down to minus 14. No crack, no flaking. The neighbour’s pots from the builders’ market are gravel by now.',
    },
    {
      rating: 4,
      title: 'Saucer is a bit small',
      text: 'Good honest pot. When I water from above and am not careful the saucer runs over onto the boards. The hole is the right size and the glaze inside the saucer keeps it from sweating.',
    },
    {
      rating: 1,
      title: 'Broken saucer',
      text: 'Pot fine, saucer in four parts. It seems that the saucer was just laid inside the pot. They sent a new one, also broken. Now I have a pot and a mosaic.',
    },
    {
      rating: 5,
      sku: 'DEMO-021',
      title: 'Makes my olive look rich',
      text: 'The slate glaze is dark grey with a bit of blue, and the silver leaves of the olive look wonderful against it. Heavy enough to stand up to wind on a sixth-floor balcony.',
    },
    {
      rating: 3,
      sku: 'DEMO-020',
      title: 'White bloom',
      text: 'After a season there is a white bloom on the outside. I know that it is lime from the water and that terracotta does this. Some like it, I scrub it.',
    },
    {
      rating: 5,
      language: 'es',
      title: 'Muy buena maceta',
      text: 'Pesada, resistente y con un color precioso. Las hierbas crecen de maravilla.',
    },
    {
      rating: 5,
      language: 'de',
      title: 'Hält Frost aus',
      text: 'Stand den ganzen Winter draußen, kein Riss. Schöne, warme Farbe.',
    },
  ],
  brief: {
    happy: [
      'Great pot.',
      'Heavy and solid.',
      'Frost did nothing to it.',
      'My basil loves it.',
      'Lovely colour.',
      'Well made.',
      'Good drainage.',
      'Looks great on the terrace.',
    ],
    fair: ['Nice, saucer small.', 'Good but heavy.'],
    unhappy: ['Arrived cracked.'],
  },
  titles: {
    5: ['Great planter', 'Solid', 'Frost-proof indeed', 'Happy plants', 'Beautiful pot', 'Lovely on the balcony'],
    4: ['Good pot', 'Nice, heavy', 'Very nice'],
    3: ['Okay pot', 'Smaller than expected'],
    low: ['Disappointed', 'Not happy'],
  },
  openings: [
    'My balcony needed a few good pots.',
    'Bought two for herbs.',
    'For my lemon tree.',
    'The old plastic one had given up.',
    'I garden on three square metres.',
  ],
  topics: {
    pot: [
      'It is heavy and does not blow over.',
      'The hole is big enough to drain properly.',
      'The walls are thick and even.',
      'The saucer is glazed inside and does not leak.',
      'The rim is rounded and easy to grip.',
    ],
    plants: [
      'The rosemary has doubled.',
      'My geraniums have never looked better.',
      'A small olive is very happy in it.',
      'Tomatoes did well in it all summer.',
      'The thyme hangs over the edge by now.',
    ],
    weather: [
      'It stood through the frost without a crack.',
      'Rain brings out the colour.',
      'Hot sun does not bother it.',
    ],
  },
  looks: {
    'DEMO-020': [
      'A real terracotta tone, not orange.',
      'The clay has a warm, dusty surface.',
      'It gets lovely light patches with time.',
    ],
    'DEMO-021': ['The slate grey makes green look greener.', 'The glaze shimmers a bit when wet.'],
  },
  gripes: [
    'The saucer could be wider.',
    'Heavy to carry up four floors.',
    'Delivery took ten days.',
    'I would love a 30 cm one.',
  ],
  mixed: ['A good pot, but the saucer leaves a ring on the boards.'],
  troubles: [
    'Cracked | It came with a crack that opened up with the first watering.',
    'No saucer | The saucer was missing and nobody answers.',
  ],
  closings: {
    happy: ['Recommended.', 'Very happy.', 'The plants agree.'],
    fair: ['Good pot.', 'Still happy.'],
    unhappy: ['Disappointed.'],
  },
};

/** The Copper Watering Can, DEMO-022. */
export const wateringCan: KindTexts = {
  whole: [
    {
      rating: 5,
      title: 'Finds the soil',
      text: 'The spout is so thin and long that you can water a fern in the middle of a full shelf without wetting a book. One litre is eleven pots, in my flat.',
    },
    {
      rating: 4,
      title: 'Darkens fast',
      text: 'It was shiny for three days. Now it is brown like an old coin, and I like it better. If you want it shiny you will be polishing.',
    },
    {
      rating: 2,
      title: 'Leaks at the seam',
      text: 'A drop every few seconds where the spout meets the can. I solder, so I fixed it myself, but others will not.',
    },
    {
      rating: 5,
      language: 'fr',
      title: 'Un bel objet',
      text: 'Le bec est très précis, et le cuivre est magnifique au soleil. Je la laisse exprès sur le rebord de la fenêtre.',
    },
    {
      rating: 5,
      title: 'Too pretty for the cupboard',
      text: 'It stands on the sill between the plants, and so I water them more often. Cause and effect.',
    },
  ],
  brief: {
    happy: ['Beautiful copper.', 'Precise spout.', 'A looker.', 'No drips.'],
    fair: ['Pretty, small.', 'Good but dear.'],
    unhappy: ['It leaks.'],
  },
  titles: { 5: ['Lovely can', 'So precise', 'Beautiful'], 4: ['Pretty', 'Nice can'], 3: ['Small'], low: ['Leaks'] },
  openings: ['I have forty house plants.', 'A birthday present.'],
  topics: {
    use: ['The spout gets everywhere.', 'No drips on the sill.', 'One litre is enough for my shelf.'],
    look: ['The copper glows in the evening sun.', 'It has a lovely brown tone by now.'],
  },
  looks: {},
  gripes: ['One litre is gone quickly.', 'It shows fingerprints.'],
  mixed: ['Pretty, but too small for a balcony.'],
  troubles: ['Leaks | It leaks a little at the base of the spout.'],
  closings: { happy: ['Love it.', 'My plants approve.'], fair: ['Still lovely.'], unhappy: ['Sent back.'] },
};

/** The Ash-Handled Trowel, DEMO-023. */
export const trowel: KindTexts = {
  whole: [
    {
      rating: 5,
      title: 'My grandfather had one like it',
      text: 'Heavy, sharp, riveted. It goes through our clay like a spoon through cake. Wipe it dry and oil it, and your grandchildren will have it.',
    },
    {
      rating: 4,
      title: 'Rusts if you forget it',
      text: 'I left it in the wet grass for a night and it was orange in the morning. Steel wool, oil, all good. That is carbon steel for you.',
    },
    {
      rating: 5,
      title: 'No blisters',
      text: 'Planted two hundred bulbs in one afternoon. The handle is turned so that it fits the palm, and I have no blisters to report.',
    },
    {
      rating: 5,
      language: 'nl',
      title: 'Degelijk gereedschap',
      text: 'Zwaar, scherp en mooi gemaakt. Ligt perfect in de hand.',
    },
  ],
  brief: { happy: ['Proper tool.', 'Very solid.'], fair: ['Good, rusts.'], unhappy: ['Handle came loose.'] },
  titles: { 5: ['Proper tool'], 4: ['Good trowel'], 3: ['Okay'], low: ['Loose handle'] },
  openings: ['I have an allotment.'],
  topics: { use: ['It cuts through roots.', 'The handle feels good.'] },
  looks: {},
  gripes: ['It needs oil.'],
  mixed: ['Heavy for small hands.'],
  troubles: ['Loose handle | The handle wobbles.'],
  closings: { happy: ['Great.'], fair: ['Good.'], unhappy: ['A pity.'] },
};
