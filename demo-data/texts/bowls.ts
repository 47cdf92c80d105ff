import type { KindTexts } from './kind-texts.ts';

/** The Supper Bowl: DEMO-004 Oat, DEMO-005 Ink. */
export const bowls: KindTexts = {
  whole: [
    { rating: 5, title: 'Pasta night, every night', text: 'The rim is the clever part: wide and flat enough to rest a fork on and to carry it to the sofa without burning your thumbs. We eat from these five nights out of seven. The dinner plates are offended.' },
    { rating: 5, sku: 'DEMO-005', title: 'Everything looks better in it', text: 'I made the laziest tomato pasta of my life, put it in the ink bowl, and it looked like a restaurant. The red on the blue! I sent my mother a photo, who asked what was wrong.' },
    { rating: 4, title: 'Great bowl, takes up space', text: 'At 22 cm they only just fit into our narrow dishwasher, two slots each. Once you have found the right angle it is fine. They stack beautifully flat in the cupboard. Good weight and no scratches on the table.' },
    { rating: 2, title: 'One of four had a crack', text: 'Ordered four. Three are lovely. One had a hairline crack underneath that I only saw when soup came through. Replacement promised, no date given. For a set at this price I had hoped for better checks.' },
    { rating: 5, sku: 'DEMO-004', title: 'The calm bowl', text: 'It is beige. It is a bowl. And yet people pick it up and turn it over to see who made it. The speckles are just right, and the foot is as smooth as a pebble.' },
    { rating: 5, title: 'Soup stays in', text: 'I was afraid that such a low bowl would spill. It does not, the wall turns up just enough. Holds two good ladles of soup, or one large salad, or the car keys of everyone at a party.' },
    { rating: 3, title: 'Knife marks', text: 'Nice bowl, but after two months the glaze shows thin grey lines where knives have been. Most come off with the paste the shop recommended. I would have liked to read that beforehand.' },
    { rating: 1, title: 'Smashed in transit', text: 'Four bowls in one box with one sheet of paper between each. Opened it and it sounded like a jar of coins. All four. The refund was quick, I will give them that.' },
    { rating: 5, title: 'My ramen bowl', text: 'Not deep, I know, but I like my ramen wide. The egg has room to show itself.' },
    { rating: 5, language: 'de', title: 'Ideal für Pasta', text: 'Tolle Größe, sehr stabil, lässt sich gut stapeln und der Fuß kratzt wirklich nicht. Inzwischen haben wir sechs Stück, in beiden Farben gemischt.' },
    { rating: 4, language: 'fr', title: 'Belle assiette creuse', text: 'Très belle finition. Un peu lourde quand elle est pleine, mais quelle élégance sur la table. Passe au lave-vaisselle.' },
    { rating: 5, language: 'es', title: 'Perfectos para la ensalada', text: 'Compramos cuatro y los usamos para todo: pasta, ensalada, gazpacho. Se apilan muy bien y no rayan la mesa.' },
    { rating: 5, language: 'ja', title: 'カレーにぴったり', text: '広くて浅めの形がカレーやパスタにちょうど良いです。底が滑らかでテーブルを傷つけません。家族の人数分そろえました。' },
    { rating: 4, title: 'Wish list', text: 'Please make a smaller one for breakfast. These are too big for my porridge and just right for everything else.' },
    { rating: 5, title: 'Six bowls later', text: 'We started with two. When people come round we now have six of them and mix the colours like a chessboard. No chips after fourteen months and one very enthusiastic toddler.' },
  ],
  brief: {
    happy: ['Great bowl.', 'Perfect for pasta.', 'Love the shape.', 'Stacks really flat.', 'Beautiful on the table.', 'Solid and well made.', 'Just the right size.', 'We use them daily.', 'Bought four.', 'Lovely glaze.', 'Makes dinner look good.', 'Very pleased.', 'Well packed.', 'Smooth foot, as promised.', 'Would buy again.', 'Elegant.', 'My salad has never looked better.', 'Guests love them.'],
    fair: ['Good, but heavy.', 'Nice bowl, too big for cereal.', 'Lovely, not cheap.', 'Only just fits the dishwasher.', 'Good bowl, slow delivery.'],
    unhappy: ['Arrived cracked.', 'Scratches far too easily.', 'Not worth the price.'],
  },
  titles: {
    5: ['Love these', 'Perfect pasta bowl', 'Beautiful', 'Our everyday bowls', 'Great size', 'So versatile', 'Dinner looks better', 'Lovely quality', 'Excellent', 'Exactly right', 'Worth it', 'Best bowls we own', 'Wonderful', 'Very happy', 'Simply good', 'Buy a set'],
    4: ['Very good', 'Nearly perfect', 'Nice but heavy', 'Good bowl', 'Lovely, bit large', 'Happy with them', 'Good quality'],
    3: ['Okay', 'Mixed', 'Pretty, scratches a bit', 'Not sure', 'Nice but flawed'],
    low: ['Not good enough', 'Disappointed', 'Expected more'],
  },
  openings: ['We needed bowls for a new flat.', 'Bought two to try and then four more.', 'I was after one bowl for everything.', 'These replaced our wedding china.', 'Have had them since last autumn.', 'I cook a lot and plate like an amateur.', 'My sister has these and now so do I.', 'Ordered with the matching mug.', 'Second order of these.', 'Was looking for wide, low bowls for ages.'],
  topics: {
    food: ['Risotto looks like a painting in it.', 'The right size for a hungry person’s pasta.', 'Salad does not fall out when you toss it.', 'Takes a large portion of curry and the rice next to it.', 'I serve cake in it, do not judge me.', 'Soup does not slop over the edge when you carry it.', 'Fruit on the table, pasta in the evening.', 'My shakshuka has found its home.', 'Even takeaway looks like dinner.', 'It holds enough for two who share.', 'The shallow shape cools porridge for the kids in no time.', 'Good for mezze in the middle of the table.', 'Dumplings lie next to each other without sticking.'],
    build: ['The foot really is smooth and leaves no marks on oak.', 'Stacks so flat that six take less room than my four old ones did.', 'It has a reassuring weight.', 'The rim is rounded and does not chip easily.', 'No wobble at all.', 'The glaze is even right to the bottom.', 'You can feel the throwing rings with your fingertips.', 'It keeps food warm if you rinse it with hot water first.', 'The edge gives your thumbs a place to be.'],
    care: ['Dishwasher safe and it shows no wear.', 'Turmeric did not stain it, which surprised me.', 'A year of daily use and no chips.', 'The microwave is no problem.', 'Cleans up in seconds.', 'Metal cutlery left faint marks that wiped off.', 'Even burnt cheese comes off easily.'],
    company: ['Guests always ask about them.', 'My daughter will eat greens if they come in “the big bowl”.', 'We gave four as a wedding present.', 'My husband calls them plates with ambition.', 'The whole table looks calmer.', 'My mother took two home with her.', 'They are the first to be used after the dishwasher has run.', 'The neighbours borrowed them for a dinner and gave them back reluctantly.'],
    packing: ['Arrived safe in a honeycomb of paper.', 'Delivered in three days.', 'Each was wrapped by itself, no plastic.', 'Came quickly and in one piece.', 'Heavy parcel, well protected.'],
  },
  looks: {
    'DEMO-004': ['The oat glaze is warm and the specks are lovely.', 'Goes with all the rest of our plates.', 'Looks like handmade paper.', 'The cream makes greens pop.', 'A soft matt finish that feels like an eggshell.', 'Not white, not beige, just warm.', 'The raw ring at the foot is a nice touch.'],
    'DEMO-005': ['The ink is so dark that everything on it glows.', 'Blue in the sun, nearly black by candlelight.', 'The glaze pools to a deep blue in the middle.', 'Lemons look spectacular in it.', 'The brown edge sets off the blue.', 'There are tiny stars in the glaze if you look closely.'],
  },
  gripes: ['They take up a lot of the dishwasher.', 'A bit heavy for my mother.', 'I would love a smaller version.', 'Two of mine differ slightly in height.', 'There was a tiny pinhole in the glaze.', 'Fork scratches showed up after a month, faintly.', 'Not a bargain.', 'Gets hot in the microwave.', 'The colour differs a little from bowl to bowl.', 'Delivery was slow.'],
  mixed: ['It looks good, but cutlery leaves grey marks.', 'Too shallow for soup and too deep for a steak, though fine for pasta.', 'One of my pair rocks on the table.', 'The glaze is nice, the price is not.', 'It is heavier than I wanted, and with pasta in it I need both hands.', 'Handsome, but it does not fit into our cupboard.'],
  troubles: ['Chipped | One arrived with a chip in the rim and the replacement took a month.', 'Crazed in six weeks | The glaze has hairlines all over after six weeks of dishwashing.', 'Arrived broken | It came in two pieces because there was hardly any padding.', 'Scratches | Every fork leaves a grey scratch, and the paste does not help.', 'Scratched our table | The foot was not polished at all and scratched our table.', 'Wrong colour | The colour is nothing like the picture, more mustard than oat.'],
  closings: {
    happy: ['Highly recommended.', 'Worth every cent.', 'Very happy.', 'Would buy again.', 'Lovely work.', 'Thank you!', 'Love them.', 'Our new favourites.'],
    fair: ['Happy all the same.', 'Still recommended.', 'Otherwise perfect.', 'I would buy it again.', 'Good value overall.'],
    unhappy: ['Disappointing at this price.', 'Sent back.', 'Not again.', 'A pity.'],
  },
};
