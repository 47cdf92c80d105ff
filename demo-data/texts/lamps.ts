import type { KindTexts } from './kind-texts.ts';

/** The Dune Table Lamp: DEMO-008 Terracotta, DEMO-009 Moss, DEMO-010 Chalk. */
export const lamps: KindTexts = {
  whole: [
    { rating: 5, title: 'The end of the big light', text: 'We do not turn on the ceiling lamp any more. This one in the corner on step two and the room is as it should be. The glass glows evenly from top to bottom, you cannot see the bulb, and a tap on the foot is all it takes. Our evenings have got longer.' },
    { rating: 5, sku: 'DEMO-008', title: 'Like a little sunset', text: 'Terracotta foot, warm white globe: it looks like the sun going down behind a hill. My son calls it “the good night sun” and it is now part of putting him to bed. Lowest step is dim enough to sleep by.' },
    { rating: 4, title: 'Wonderful light, sensitive touch', text: 'It reacts when the cat walks past. Really. She has learnt it and now she switches it on at five in the morning. The light is so beautiful that I have moved the lamp and not the cat. One star off on her behalf.' },
    { rating: 2, title: 'Hums on the lowest step', text: 'On step one there is a faint high hum. In a living room you would not notice, next to a pillow you do. I swapped the bulb as support suggested and it got better but did not go. Pretty lamp, wrong place.' },
    { rating: 5, sku: 'DEMO-009', title: 'Moss it is', text: 'I ordered terracotta first, sent it back and took moss, and I am so glad. The green is dark and soft and a bit grey. The woven cable has a matching fleck. Whoever thinks about the colour of a cable has my money.' },
    { rating: 1, title: 'Glass broken', text: 'Opal glass in shards, foot intact. It had been packed well, I think the courier played football with it. New one promised within a week, that was two weeks ago. I will change this once there is light.' },
    { rating: 5, sku: 'DEMO-010', title: 'Behind the bed', text: 'The flat plug does fit behind a bed frame, as they say. That was my whole reason for buying and it turned out that the lamp is lovely as well.' },
    { rating: 3, title: 'Not bright enough to read by', text: 'Let us be clear about what this is: mood light. On the highest step I can just about read a novel on the side nearest the lamp. For that money I had hoped to get both. As a mood light, wonderful.' },
    { rating: 5, title: 'Bulb can be replaced!', text: 'My last two designer lamps had LEDs built in, and when those died the lamp died. Here you lift off the glass and it is an ordinary bulb. That should not be special, but it is.' },
    { rating: 4, sku: 'DEMO-008', title: 'Bigger than I thought', text: 'It fills my bedside table completely, there is room left for a phone and one pill. I love it anyway. Check the measurements before you buy.' },
    { rating: 5, language: 'de', title: 'Schönstes Licht', text: 'Warm, weich, keine Blendung. Die Berührungsdimmung funktioniert zuverlässig und das Textilkabel ist lang genug. Im Wohnzimmer brennt jetzt nur noch diese Lampe.' },
    { rating: 4, language: 'de', title: 'Schön, aber empfindlich', text: 'Der Sensor reagiert manchmal schon, wenn man nur in die Nähe kommt. Das Licht ist traumhaft.' },
    { rating: 5, language: 'fr', title: 'Une lumière très douce', text: 'La lumière est chaude et douce, parfaite pour le soir. Le verre opale est magnifique. Livrée en quatre jours, très bien protégée.' },
    { rating: 5, language: 'es', title: 'Luz preciosa', text: 'Da una luz cálida muy agradable y se regula tocando la base. La pantalla es de cristal de verdad. Queda perfecta en la mesilla.' },
    { rating: 5, language: 'ja', title: '優しい明かり', text: 'とても優しい光で、寝室の雰囲気が変わりました。タッチで三段階に調光できるのが便利です。ガラスの質感も上品です。' },
    { rating: 5, language: 'it', title: 'Atmosfera perfetta', text: 'Luce calda, vetro bellissimo, si accende sfiorando la base. L’ho messa in salotto e non accendo altro.' },
    { rating: 2, title: 'Two-metre cable, they say', text: 'Mine is 1.6 metres from foot to plug, I measured it twice. So the lamp stands where the socket wants it and not where I want it. The shop is looking into it.' },
    { rating: 5, title: 'For my father’s room', text: 'Dad moved to a care home in May and the room had one cold tube on the ceiling. We brought this. He touches the foot and there is light, no switch to find in the dark. The nurses come in to look at it.' },
  ],
  brief: {
    happy: ['Beautiful light.', 'So warm and soft.', 'Love this lamp.', 'Looks expensive.', 'Dims nicely.', 'Perfect by the bed.', 'Real glass, real weight.', 'Very stylish.', 'Exactly as pictured.', 'Cosy.', 'Great quality.', 'The touch works well.', 'Room looks completely different.', 'Worth the money.', 'Fast delivery, well packed.', 'Gorgeous glow.', 'Bought a second one.', 'No flicker.', 'Lovely cable, too.'],
    fair: ['Nice lamp, not very bright.', 'Lovely but dear.', 'Touch is a bit sensitive.', 'Good, larger than expected.', 'Nice light, short cable.'],
    unhappy: ['Flickers.', 'Glass was broken.', 'Stopped after a month.', 'Hums.'],
  },
  titles: {
    5: ['Beautiful light', 'So cosy', 'Love this lamp', 'Perfect glow', 'Gorgeous', 'Worth it', 'Best lamp I have bought', 'Warm and soft', 'Changed the room', 'Stunning', 'Excellent', 'Great bedside lamp', 'A real eye-catcher', 'Evening magic', 'Very happy', 'Quality', 'Wonderful', 'Glows like the moon'],
    4: ['Lovely light', 'Very nice, bit sensitive', 'Good lamp', 'Almost perfect', 'Pretty but large', 'Nice mood light', 'Pleased'],
    3: ['Pretty, not bright', 'Okay', 'Mixed', 'Nice look, some quirks'],
    low: ['Disappointed', 'Not worth it', 'Expected better', 'Sad about this one'],
  },
  openings: ['I had been after a soft bedside light.', 'Our living room was too bright.', 'Bought this in the sale.', 'Saw it in a magazine.', 'I am sensitive to harsh light.', 'We just moved.', 'After a lot of cheap lamps I wanted a real one.', 'My partner chose it, I paid.', 'Had it for three months.', 'Second Dune in our home.', 'I bought it for the nursery.'],
  topics: {
    light: ['The light is warm like candlelight, without a hot spot.', 'The lowest step is ideal for nights with the baby.', 'No flicker, not even on camera.', 'The opal glass spreads the light evenly.', 'On full it lights half the room.', 'It makes everybody look better.', 'Three steps are all one needs.', 'A golden glow that does not dazzle.', 'I fall asleep faster since we have it.', 'The glow on the wall is like a small moon.', 'It is dimmer than I thought and just right for evenings.', 'The 2700 K are really warm, not that bluish white.'],
    touch: ['One tap and it is on, no fumbling for a switch.', 'The touch works anywhere on the foot.', 'My daughter loves turning it on.', 'It remembers the last step, which is thoughtful.', 'The touch dimmer reacts at once.', 'You can operate it half asleep.', 'My grandmother with stiff fingers can use it.'],
    glass: ['The mouth-blown glass has a tiny bubble, I love it.', 'It is heavy and stands safely.', 'The glass is thick and satin smooth.', 'The foot feels like stone.', 'Looks great even when it is off.', 'No visible screws or seams.', 'The proportions are just right.', 'It is real glass and not plastic, you notice at once.'],
    cable: ['The woven cable is beautiful by itself.', 'The cable is long enough to reach behind the sofa.', 'The plug is flat.', 'Changing the bulb takes a minute.', 'Nice that the bulb is a standard one.'],
    room: ['It stands on the sideboard and makes the room.', 'It goes with our old wood as well as with the new shelf.', 'On my desk it takes the edge off long evenings.', 'Next to the sofa it is perfect for films.', 'Everyone who visits asks about it.', 'The cat sits next to it as if it were the sun.', 'My reading corner is finished.', 'We have one on each side of the bed.'],
    packing: ['The packaging was a work of engineering, all cardboard.', 'Arrived safe, which for glass is no small thing.', 'Delivered in three days.', 'Sent fast and well protected.', 'The box is so good that I kept it.'],
  },
  looks: {
    'DEMO-008': ['The terracotta is earthy and not orange.', 'The foot has the colour of an old flowerpot, in the best way.', 'Terracotta and warm light belong together.', 'The clay tone warms up our grey sofa.'],
    'DEMO-009': ['The moss is a deep quiet green.', 'Green foot, white moon, next to my ferns: perfect.', 'The moss tone looks almost grey by day and rich at night.', 'The green is just like in the pictures.'],
    'DEMO-010': ['The chalk white disappears by day and glows at night.', 'All white and still not cold.', 'The chalk foot feels like unpolished plaster.', 'Matches my white shelf exactly.'],
  },
  gripes: ['The touch sensor is a bit too eager.', 'I would like one more, darker step.', 'Not bright enough for reading.', 'Larger than I had imagined.', 'The cable could be longer.', 'Expensive.', 'The foot shows dust.', 'No bulb of higher output in the box.', 'The glass sits a little loosely.', 'It turns on by itself after a power cut.'],
  mixed: ['Pretty, but the light is too weak for anything but mood.', 'The touch works three times out of four.', 'It is a nice lamp at twice the price it should be.', 'The glass has a grey streak that you see when it is lit.', 'The colour of the foot is duller than in the photos.', 'It gets warmer than I like on the highest step.'],
  troubles: ['Flickers | It began to flicker after five weeks and a new bulb did not help.', 'Arrived broken | It arrived with the glass broken and the second one had a scratch.', 'Has a will of its own | The sensor turns the lamp on in the middle of the night, with nobody near.', 'Stopped working | It stopped working after two months, and I am still waiting for an answer about the warranty.', 'Hums | There is a hum that gets louder the darker you set it.', 'Sparks | The plug sparked the first time I put it in, and I have not dared since.'],
  closings: { happy: ['Love it.', 'Would buy again.', 'Worth every cent.', 'Highly recommended.', 'So glad that I bought it.', 'Pure cosiness.', 'Just beautiful.', 'Perfect.'], fair: ['Still a lovely lamp.', 'I am keeping it.', 'Happy otherwise.', 'Four stars.', 'Would buy again, maybe on sale.'], unhappy: ['At 119 euros that will not do.', 'Going back.', 'Pity, I liked the look.', 'Disappointed.'] },
};
