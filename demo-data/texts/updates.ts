import type { Rating } from '../types.ts';

/** Business reviews whose authors came back: what they wrote at first, and what they write now. */
export const updatedReviews: readonly {
  before: { rating: Rating; title: string; text: string };
  after: { rating: Rating; title: string; text: string };
}[] = [
  {
    before: { rating: 1, title: 'Where is my parcel?', text: 'Eight days, no parcel, no word.' },
    after: {
      rating: 5,
      title: 'Found, with an apology',
      text: 'It had been lying at the wrong depot, and Ines drove there herself to send it on. Parcel, apology and a candle. I take my one star back and give five.',
    },
  },
  {
    before: { rating: 5, title: 'Perfect so far', text: 'Quick delivery, lovely lamp.' },
    after: {
      rating: 4,
      title: 'Still good after a year',
      text: 'The lamp flickered after ten months. They sent a new bulb, no questions, it has been fine since. Four stars for the week in the dark.',
    },
  },
  {
    before: { rating: 2, title: 'Two bowls broken', text: 'Two of four bowls were broken. Not happy.' },
    after: {
      rating: 5,
      title: 'Put right',
      text: 'Two new bowls came within three days and much better packed. That is how to handle it.',
    },
  },
  {
    before: { rating: 3, title: 'Slow', text: 'Ten days and counting.' },
    after: {
      rating: 4,
      title: 'Came in the end',
      text: 'It came on day eleven, in perfect condition. They have refunded the postage.',
    },
  },
  {
    before: { rating: 1, title: 'Charged twice', text: 'They took the money twice and nobody picks up the phone.' },
    after: {
      rating: 4,
      title: 'Sorted',
      text: 'It turned out to be my bank, which had only reserved the sum. Maren rang me back and explained it with more patience than I had had.',
    },
  },
  {
    before: { rating: 4, title: 'Good', text: 'All fine, a bit slow.' },
    after: { rating: 5, title: 'Second order even better', text: 'Ordered again and it came in two days. Up to five.' },
  },
  {
    before: { rating: 5, title: 'Love this shop', text: 'Beautiful things and kind people.' },
    after: {
      rating: 2,
      title: 'Sadly no longer',
      text: 'My last two orders came late and the second one was not what I had ordered. I hope that this is just the Christmas rush.',
    },
  },
  {
    before: { rating: 2, title: 'Wrong colour', text: 'Ordered moss, got chalk.' },
    after: {
      rating: 5,
      title: 'Swapped in four days',
      text: 'They sent the right one first and collected the wrong one afterwards. I did not have to be without a lamp for a single evening.',
    },
  },
  {
    before: { rating: 1, title: 'Broken teapot', text: 'Arrived in bits.' },
    after: {
      rating: 5,
      title: 'New pot, better box',
      text: 'New teapot the same week, in two boxes with air between. It pours beautifully.',
    },
  },
  {
    before: { rating: 3, title: 'No gift card', text: 'I had asked for a card, there was none.' },
    after: {
      rating: 4,
      title: 'Card came by post',
      text: 'They posted the card to my friend the next day with a flower pressed in it. She was charmed, and so was I.',
    },
  },
  {
    before: { rating: 1, title: 'No refund', text: 'Sent back three weeks ago, no money.' },
    after: {
      rating: 3,
      title: 'Refund at last',
      text: 'The refund came after four weeks. They say that the parcel had no name on it. Perhaps. Three stars.',
    },
  },
  {
    before: { rating: 4, title: 'Nice mug', text: 'Nice mug and quick post.' },
    after: {
      rating: 5,
      title: 'Two years later',
      text: 'Two years on the mug is as new, and they have just helped me find a matching one from the same batch.',
    },
  },
  {
    before: { rating: 2, title: 'Board arrived bowed', text: 'The board is not flat.' },
    after: {
      rating: 5,
      title: 'They sent a flat one',
      text: 'I sent a photo with a ruler, they sent a new board with a ruler drawn on the box. Humour and service.',
    },
  },
  {
    before: { rating: 1, title: 'Courier lied', text: '“Nobody at home.” I was at home.' },
    after: {
      rating: 4,
      title: 'Other courier now',
      text: 'The shop has changed my deliveries to another courier, and the last one rang the bell like a normal person.',
    },
  },
  {
    before: { rating: 3, title: 'Out of stock', text: 'Ordered and then told it is out of stock.' },
    after: {
      rating: 5,
      title: 'Worth the wait',
      text: 'They put me on a list and wrote as soon as the kiln was open. I even got to choose mine from six photos.',
    },
  },
  {
    before: { rating: 5, title: 'Great', text: 'Great shop.' },
    after: {
      rating: 5,
      title: 'Still great',
      text: 'Fifth order. Still great. I have started to recognise the handwriting on the cards.',
    },
  },
  {
    before: { rating: 2, title: 'Too expensive to return', text: 'Nine euros to return a candle.' },
    after: {
      rating: 4,
      title: 'They paid',
      text: 'They wrote to say that the scent had been described wrongly and paid for the return after all.',
    },
  },
  {
    before: { rating: 4, title: 'Lovely, late', text: 'Lovely bowls, five days late.' },
    after: { rating: 4, title: 'Lovely, on time', text: 'Second time on time. I leave it at four, for balance.' },
  },
  {
    before: { rating: 1, title: 'Faulty lamp', text: 'Lamp dead on arrival.' },
    after: {
      rating: 5,
      title: 'It was the fuse',
      text: 'It was the fuse in my plug. Tomas went through it with me step by step and did not laugh once. Lamp is gorgeous.',
    },
  },
  {
    before: { rating: 3, title: 'Waiting', text: 'Waiting for an answer since Tuesday.' },
    after: {
      rating: 5,
      title: 'Answer came',
      text: 'The answer had been in my junk folder since Tuesday evening. Sorry, and thank you.',
    },
  },
];
