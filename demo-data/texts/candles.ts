import type { KindTexts } from './kind-texts.ts';

/** The Ember Candle: DEMO-011 Cedar, DEMO-012 Fig. */
export const candles: KindTexts = {
  whole: [
    { rating: 5, sku: 'DEMO-011', title: 'Smells like a cabin', text: 'Cedar, a bit of smoke, something like the inside of an old chest. It is not sweet at all, which is so rare. I light it when I come home and after ten minutes the flat smells as if someone nice had been there before me.' },
    { rating: 4, sku: 'DEMO-012', title: 'More milk than fig', text: 'I know fig from my aunt’s garden and hoped for the sharp green of the leaf. That is there for the first minute, then it turns creamy. Very pleasant, only different from what I had in my nose.' },
    { rating: 2, title: 'Tunnels', text: 'It burnt straight down the middle and left a wall of wax two centimetres thick. I did let it burn for three hours the first time, as the card says. After about 25 hours the wick drowned. The smell is good, the glass is good, the candle is not.' },
    { rating: 5, title: 'Counted the hours', text: 'I am that kind of person: 47 hours and a bit, over five weeks. The glass is now home to my toothbrush. Wick trimmed each time, no soot on the glass.' },
    { rating: 5, title: 'No headache', text: 'Scented candles give me a headache. This one does not. I do not know whether it is the wax or the oils, but thank you.' },
    { rating: 3, sku: 'DEMO-012', title: 'Hardly any scent', text: 'In the tin, sorry, in the tumbler it smells wonderful. Lit, in a normal living room, I have to go close. For the bathroom it is strong enough.' },
    { rating: 1, title: 'Glass cracked while burning', text: 'A crack ran round the glass after two hours and wax went all over the sideboard. It stood on wood, no draught, wick trimmed. I have sent pictures. The shop answered the same evening and took it seriously, yet I will not leave a candle alone again.' },
    { rating: 5, sku: 'DEMO-011', title: 'My writing candle', text: 'Lit for the first page, blown out with the last. It has seen off two chapters and most of a third.' },
    { rating: 5, language: 'de', title: 'Herrlicher Duft', text: 'Nicht aufdringlich, nicht süß, brennt sauber ab. Das Glas benutze ich danach für Stifte. Nachbestellt.' },
    { rating: 5, language: 'fr', title: 'Un parfum subtil', text: 'Un parfum boisé très agréable, jamais entêtant. Elle brûle de façon régulière, sans fumée. J’en ai déjà repris deux.' },
    { rating: 4, language: 'es', title: 'Huele de maravilla', text: 'Huele de maravilla, aunque en un salón grande se queda un poco corta. El vaso es precioso.' },
    { rating: 5, language: 'nl', title: 'Heerlijk', text: 'Ruikt naar een boshut met de deur open. Brandt mooi gelijkmatig op.' },
  ],
  brief: {
    happy: ['Smells amazing.', 'Burns evenly.', 'Not too sweet.', 'Lovely glass.', 'Great present.', 'Lasts for ages.', 'Subtle and warm.', 'My third one.', 'So cosy.', 'Clean burn.', 'Beautiful scent.', 'No soot.', 'Perfect for winter.', 'Love it.', 'The whole flat smells good.'],
    fair: ['Nice, a little weak.', 'Good smell, pricey.', 'Lovely but subtle.', 'Glass is great, scent okay.'],
    unhappy: ['No scent at all.', 'Tunnelled.', 'Wick drowned.', 'Too perfumed for me.'],
  },
  titles: {
    5: ['Smells wonderful', 'Like a cabin in the woods', 'Perfect scent', 'My favourite candle', 'Burns beautifully', 'So cosy', 'Not too sweet', 'Love it', 'Bought again', 'Lovely gift', 'Autumn in a glass', 'Great throw', 'Beautiful'],
    4: ['Lovely, a bit subtle', 'Nice scent', 'Good candle', 'Very nice', 'Pretty glass', 'Happy'],
    3: ['Too weak', 'Not quite my scent', 'Okay', 'Nice glass, weak smell'],
    low: ['Disappointed', 'Waste of money', 'Not again'],
  },
  openings: ['I go through a lot of candles.', 'Bought two for the winter.', 'Got this as a present and came back for more.', 'I am picky about scents.', 'Smelled it at a friend’s.', 'My first candle from here.', 'Light it every evening.', 'Ordered one of each.'],
  topics: {
    scent: ['The scent fills the room without shouting.', 'You notice it most when you come back in.', 'It smells real and not like a perfume counter.', 'Even unlit it scents the shelf.', 'Nobody in the house complained, which is a first.', 'It covers the smell of wet dog, tried and tested.', 'The smell stays for an hour after you blow it out.', 'Gentle enough to have dinner by.', 'It changes as it burns, first fresh, then warm.'],
    burn: ['It burns down evenly to the edge.', 'No smoke, no soot.', 'I am at thirty hours and there is still a third left.', 'The flame is calm and does not flicker.', 'Trim the wick and it behaves.', 'Burnt for the promised time, give or take.', 'The wax melts right out to the glass.'],
    glass: ['The tumbler is now my water glass.', 'The glass is heavy and simple.', 'The label comes off cleanly, bless them.', 'I keep my pens in the empty ones.', 'The wooden lid keeps the dust off.', 'The paper label is very pretty.'],
    mood: ['Bath, book, this candle: done.', 'It makes Sunday evenings bearable.', 'I light it for yoga and fall asleep.', 'It is our signal that work is over.', 'With rain on the window there is nothing better.', 'The glow on the wall is lovely.', 'We had it on the table all through dinner.'],
    gift: ['My sister asked where I got it.', 'Gave it to a neighbour for feeding the cat.', 'A safe present, everyone likes it.', 'My colleague has it on her desk, unlit, just to smell.', 'My boyfriend, who hates candles, asked for another.'],
    packing: ['Came in a paper tube, well protected.', 'Quick delivery.', 'The parcel smelled so good that the postman mentioned it.', 'Arrived in two days.'],
  },
  looks: {
    'DEMO-011': ['Cedar first, then a thread of smoke.', 'It smells like pencils and a fire that went out an hour ago.', 'Woody, dry, a bit like a sauna.', 'Like walking past a sawmill in winter.', 'The smoke is very faint, which I like.'],
    'DEMO-012': ['Green fig leaf, just crushed.', 'It smells like a holiday in Puglia.', 'The milky note makes it soft and warm.', 'Fresh and creamy at the same time.', 'Like standing under a fig tree in August.'],
  },
  gripes: ['The scent could be stronger in a large room.', 'Not cheap for 45 hours.', 'The wick needs trimming a lot.', 'A bit of wax stayed on the side.', 'The match did not reach the wick towards the end.', 'I would like a bigger one.', 'Only two scents.'],
  mixed: ['The smell is nice and very weak.', 'It burnt unevenly and I had to wrap it in foil.', 'I liked it cold more than lit.', 'A pretty glass with an average candle in it.'],
  troubles: ['Wick drowned | The wick drowned after ten hours and could not be saved.', 'Tunnels | It tunnels badly, half the wax is still there.', 'No scent | I smell nothing at all, and I do not have a cold.', 'Sooty | It smoked so much that the wall behind it is grey.', 'Cracked glass | The glass was cracked when it came.'],
  closings: { happy: ['Will buy again.', 'Love it.', 'Recommended.', 'My winter is saved.', 'So good.', 'Worth it.'], fair: ['Nice all the same.', 'Would still buy it.', 'Good otherwise.', 'A nice candle.'], unhappy: ['Not again.', 'Expected more for 29 euros.', 'Sad.', 'Sent back.'] },
};
