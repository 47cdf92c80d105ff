/** Who wrote an answer: somebody of the shop, or another customer. */
type Answerer = 'maren' | 'tomas' | 'ines' | 'customer';

export interface QuestionText {
  text: string;
  answers: readonly (readonly [Answerer, string])[];
  /** Left out: published. */
  state?: 'pending' | 'removed';
}

/** Questions on products, by sku. */
export const productQuestionTexts: readonly (QuestionText & { sku: string })[] = [
  {
    sku: 'DEMO-001',
    text: 'Is the mug really safe in the microwave? Other reactive glazes I had got very hot.',
    answers: [
      [
        'tomas',
        'Yes. The body is fully vitrified, so that it takes up hardly any water, and water in the clay is what makes mugs hot. Two minutes on full is fine. Should yours get too hot to hold, it is a faulty one and we replace it.',
      ],
      ['customer', 'Mine goes in every day. The drink gets hot, the handle is warm at most.'],
    ],
  },
  {
    sku: 'DEMO-001',
    text: 'How tall is it? I need to fit it under my espresso machine, which has 9 cm.',
    answers: [
      [
        'ines',
        'They are between 8.7 and 9.1 cm tall, as they are thrown by hand. Write “low one, please” in the order note and we pick one for you.',
      ],
      ['customer', 'Mine measures 8.9 and just goes under my machine.'],
    ],
  },
  {
    sku: 'DEMO-001',
    text: 'Can I order four that look alike?',
    answers: [
      ['maren', 'We can pick four from one firing, which is as alike as they get. Just leave a note with the order.'],
    ],
  },
  {
    sku: 'DEMO-001',
    text: 'Does the rust at the rim come off with time?',
    answers: [
      [
        'tomas',
        'No, it is not a coating. It is the iron of the clay, which shows where the glaze runs thin. It will look the same in twenty years.',
      ],
    ],
  },
  {
    sku: 'DEMO-001',
    text: 'Is there lead in the glaze?',
    answers: [
      [
        'tomas',
        'No lead and no cadmium. Each new batch of glaze is tested for food use by an outside laboratory, and we gladly send you the latest report.',
      ],
      ['customer', 'They sent me the report when I asked, two pages, all clear.'],
    ],
  },
  {
    sku: 'DEMO-001',
    text: 'Will there be a larger version, 450 ml or so?',
    answers: [
      ['tomas', 'We are trying one out at the moment. The handle is giving us trouble. Perhaps in spring.'],
      ['customer', 'Yes please!'],
    ],
  },
  {
    sku: 'DEMO-002',
    text: 'Is the inside blue too, or white?',
    answers: [['ines', 'The inside is the same ink, a shade lighter, because the glaze is thinner there.']],
  },
  {
    sku: 'DEMO-002',
    text: 'Does the dark glaze show limescale?',
    answers: [
      ['customer', 'A little, when it dries by itself. I wipe mine once a week with vinegar.'],
      ['ines', 'Vinegar is right. In soft-water areas you will see nothing at all.'],
    ],
  },
  {
    sku: 'DEMO-003',
    text: 'Is the thumb rest good for left-handers as well?',
    answers: [
      ['tomas', 'Yes, it sits in the middle on top of the handle.'],
      ['customer', 'Left-handed here and very happy with it.'],
    ],
  },
  {
    sku: 'DEMO-003',
    text: 'How do I get coffee stains off the raw clay at the bottom?',
    answers: [
      [
        'ines',
        'Bicarbonate of soda and a damp cloth. If you rub in a drop of olive oil when it is new, stains will not take so easily.',
      ],
    ],
  },
  {
    sku: 'DEMO-004',
    text: 'Do they fit into a standard dishwasher?',
    answers: [['maren', 'Yes, in the lower rack. They need two slots each, as they are 22 cm wide.']],
  },
  {
    sku: 'DEMO-004',
    text: 'Can I put the bowl into the oven?',
    answers: [['tomas', 'Up to 180 degrees, put in cold and warmed up slowly. Please not under the grill.']],
  },
  {
    sku: 'DEMO-005',
    text: 'How much does one hold?',
    answers: [['ines', 'To the brim 1.1 litres, in use about 700 ml.']],
  },
  {
    sku: 'DEMO-006',
    text: 'Can I buy the strainer by itself? Mine has vanished in a move.',
    answers: [
      ['ines', 'You can, it costs 9 euros. Send us a message and we add it to your next order, or post it by itself.'],
    ],
  },
  {
    sku: 'DEMO-006',
    text: 'Does it work with small amounts of tea, say for one cup?',
    answers: [
      ['customer', 'Not so well, the strainer hangs a bit high. From half a litre up it is great.'],
      ['tomas', 'True. For one cup take the strainer out, put the leaves in loose and pour through the strainer.'],
    ],
  },
  {
    sku: 'DEMO-007',
    text: 'Which oil do you recommend?',
    answers: [
      [
        'maren',
        'Linseed or walnut oil that hardens. No olive or sunflower oil, those stay sticky. Thin coat, wipe off after ten minutes, leave to dry overnight.',
      ],
      ['customer', 'I use beeswax on top, makes it shine.'],
    ],
  },
  {
    sku: 'DEMO-007',
    text: 'Is the walnut certified?',
    answers: [
      ['maren', 'It is FSC-certified American walnut, and the certificate of each delivery is with us in the studio.'],
    ],
  },
  {
    sku: 'DEMO-008',
    text: 'Which bulb is in it, and can it be replaced?',
    answers: [
      [
        'tomas',
        'An E14 LED of 4.5 watts with 2700 K, dimmable in three steps. Lift off the glass with a quarter turn and swap it. Any dimmable E14 of that size will do.',
      ],
    ],
  },
  {
    sku: 'DEMO-008',
    text: 'Does it remember the brightness after it was unplugged?',
    answers: [
      ['customer', 'No, mine starts on the highest step.'],
      ['tomas', 'That is right: with the plug in it remembers, without power it forgets.'],
    ],
  },
  {
    sku: 'DEMO-009',
    text: 'How long is the cable?',
    answers: [
      [
        'ines',
        'Two metres from the foot to the plug. One batch in spring was cut short at the factory. Anybody who got one of those gets a new cable from us.',
      ],
    ],
  },
  {
    sku: 'DEMO-010',
    text: 'Can I use it with a smart plug?',
    answers: [['customer', 'Works, but it always comes on at full brightness.']],
  },
  {
    sku: 'DEMO-011',
    text: 'Is the candle vegan?',
    answers: [['maren', 'Yes. Soy and rapeseed wax, cotton wick, no beeswax, no stearin from animals.']],
  },
  {
    sku: 'DEMO-012',
    text: 'Is it safe around cats?',
    answers: [
      [
        'maren',
        'We would not leave a cat alone with any burning candle. The fig oil is a fragrance without essential oils that are known to harm cats, but please ask your vet if yours is sensitive.',
      ],
    ],
  },
  {
    sku: 'DEMO-013',
    text: 'How long is the cable, and can it be shortened?',
    answers: [
      [
        'tomas',
        '1.5 metres. You can shorten it yourself in the ceiling rose; for high ceilings there is a 3-metre cable on request.',
      ],
    ],
  },
  { sku: 'DEMO-014', text: 'Are the pages perforated?', answers: [['ines', 'No, they are meant to stay in.']] },
  {
    sku: 'DEMO-018',
    text: 'Which battery does the clock take?',
    answers: [['ines', 'One AA, which lasts about a year and a half.']],
  },
  {
    sku: 'DEMO-024',
    text: 'How do I keep squirrels off it?',
    answers: [
      [
        'tomas',
        'Hang it from the wire that comes with it and at least two metres from the trunk. Ours in the yard has been left alone since.',
      ],
    ],
  },

  {
    sku: 'DEMO-001',
    state: 'pending',
    text: 'Is the handle of the seafoam one the same as that of the oat one?',
    answers: [],
  },
  { sku: 'DEMO-001', state: 'pending', text: 'When will the next batch come out of the kiln?', answers: [] },
  { sku: 'DEMO-002', state: 'pending', text: 'Could I have a monogram under the foot?', answers: [] },
  { sku: 'DEMO-006', state: 'pending', text: 'Does the teapot fit on a normal tea-light warmer?', answers: [] },
  { sku: 'DEMO-008', state: 'pending', text: 'Is the lamp allowed in a bathroom?', answers: [] },
  { sku: 'DEMO-009', state: 'pending', text: 'Any discount for a pair?', answers: [] },
  { sku: 'DEMO-013', state: 'pending', text: 'Would an 8 watt bulb be too warm for the paper?', answers: [] },
  { sku: 'DEMO-016', state: 'pending', text: 'Will there be a version with plain pages?', answers: [] },
  {
    sku: 'DEMO-020',
    state: 'pending',
    text: 'Do you also sell the saucer alone? Ours has met a football.',
    answers: [],
  },
  {
    sku: 'DEMO-024',
    state: 'pending',
    text: 'Is larch all right without any oil? <b>Please</b> <script>alert(6)</script>',
    answers: [],
  },

  { sku: 'DEMO-001', state: 'removed', text: 'Why is this so expensive, who do you think you are?', answers: [] },
  { sku: 'DEMO-004', state: 'removed', text: 'Does anyone want to buy my old bowls? Cheap!', answers: [] },
  {
    sku: 'DEMO-011',
    state: 'removed',
    text: 'When does the film start?',
    answers: [['customer', 'Wrong page, I think.']],
  },
];

/** Questions about the shop. */
export const businessQuestionTexts: readonly QuestionText[] = [
  {
    text: 'Do you ship to Norway?',
    answers: [
      [
        'ines',
        'Yes, with customs and tax already paid, so that nothing is due at the door. It takes five to eight days.',
      ],
      ['customer', 'Six days to Bergen for me.'],
    ],
  },
  {
    text: 'Can I pick up an order in person?',
    answers: [
      [
        'tomas',
        'Gladly: at the studio in Marlow, Wednesday to Saturday from ten to five. Choose “pick-up” at the till and wait for our message that it is ready.',
      ],
    ],
  },
  {
    text: 'What is your return policy?',
    answers: [
      [
        'maren',
        'Thirty days, in any state short of broken by you. If something is faulty we pay for the return; if you have changed your mind you do.',
      ],
      ['customer', 'Did that with a lamp, the money was back in two days.'],
    ],
  },
  {
    text: 'Do you gift-wrap, and can you leave out the invoice?',
    answers: [
      [
        'ines',
        'Both. Tick “this is a present” at the till. The invoice then comes by mail to you, and the card is written by hand.',
      ],
    ],
  },
  {
    text: 'How are your reviews checked?',
    answers: [
      [
        'maren',
        'Everybody who bought something is asked two weeks later. Those reviews say “verified”. Others can write as well, and we take down only what is spam, about another shop, or about a person. Low stars stay.',
      ],
    ],
  },
  {
    text: 'Is the studio accessible for wheelchairs?',
    answers: [
      [
        'tomas',
        'The shop and the kiln room are on the ground floor without steps. The toilet is narrow, sorry. The museum over the road has a good one.',
      ],
    ],
  },
  {
    text: 'Do you take orders from companies?',
    answers: [
      [
        'maren',
        'Yes, from twenty pieces up, with an invoice and your own card if you like. Ask us six weeks ahead for anything that has to be fired.',
      ],
    ],
  },
  {
    text: 'Do you sell seconds?',
    answers: [
      [
        'tomas',
        'Twice a year, in June and after Christmas, in the studio and for one day on the site. The letter tells you when.',
      ],
      ['customer', 'Be quick. The mugs were gone in twenty minutes.'],
    ],
  },
  {
    text: 'Who makes all these things?',
    answers: [
      [
        'maren',
        'The pottery is made by five of us in Marlow. Lamps come from a small glassworks in Bohemia, the wood from a joiner two streets away, the notebooks from a bindery in Leipzig.',
      ],
    ],
  },
  {
    text: 'Can I cancel an order?',
    answers: [
      ['ines', 'Until it is packed, which on weekdays is about noon. After that please send it back unopened.'],
    ],
  },
  {
    text: 'Do you offer pottery courses?',
    answers: [
      [
        'tomas',
        'Eight people, one Saturday a month, clay up to the elbows. The dates for next year come out in December.',
      ],
      ['customer', 'I went in May. Great fun, and my bowl is terrible.'],
    ],
  },
  {
    text: 'Why is postage the same for one mug and for four?',
    answers: [['ines', 'Because the box is the same: one mug travels with a lot of air and straw.']],
  },
  {
    text: 'Is your packaging really without plastic?',
    answers: [
      [
        'ines',
        'Everything that we put in, the tape as well. Only some lamps come from the glassworks with a thin bag around the plug, and we are working on that.',
      ],
    ],
  },
  { text: 'Will you be open between Christmas and New Year?', answers: [] },
  { text: 'Do you have vouchers on paper?', answers: [] },
];
