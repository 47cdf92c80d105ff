import type { KindTexts } from './kind-texts.ts';

/** The Slow Morning Teapot, DEMO-006. */
export const teapot: KindTexts = {
  whole: [
    { rating: 5, title: 'It does not drip. It really does not.', text: 'I have owned eleven teapots, and each of them has peed on the table. I poured forty times with this one, slowly, quickly, full, nearly empty, and not a drop went down the spout. Whoever designed that lip deserves a medal.' },
    { rating: 4, title: 'Strainer is a bit short', text: 'Wonderful pot. When you brew only half a litre the leaves barely touch the water, since the strainer ends quite high. With a full pot it is perfect. So: make more tea.' },
    { rating: 5, title: 'Sunday ritual', text: 'Nine hundred millilitres is three cups for me or two and a bit for two of us. It keeps hot for about forty minutes, longer with a towel round it. Lifting the strainer out with the lid means that the tea does not stew while we talk, and we do talk.' },
    { rating: 2, title: 'Lid does not sit well', text: 'The lid rattles and fell off into my cup at the third pour. The shop says that there is a notch that has to face the handle; on mine the notch is not deep enough. The pour is drip-free, true. I am waiting for another lid.' },
    { rating: 5, title: 'A present for my nan', text: 'Nan is ninety and has opinions about teapots. Her verdict: “Well, that’s a proper one.” She has not used the old one since.' },
    { rating: 1, title: 'Spout chipped', text: 'Spout was chipped on arrival, a clean white triangle right at the tip. It still pours, but I see it every morning. I asked for an exchange nine days ago.' },
    { rating: 5, title: 'For green tea people', text: 'The fine steel mesh keeps back even sencha dust. The walls hold the heat steady at eighty degrees for the second infusion. I am very pleased.' },
    { rating: 3, title: 'Heavy', text: 'Filled to the top this weighs close to two kilos and I need my other hand under it. It is beautiful and does not drip. For strong wrists.' },
    { rating: 5, language: 'de', title: 'Tropft wirklich nicht', text: 'Endlich eine Kanne, die nicht tropft. Das Sieb ist fein genug für Grüntee und lässt sich samt Deckel herausnehmen. Sehr durchdacht.' },
    { rating: 5, language: 'fr', title: 'La théière parfaite', text: 'Elle ne goutte pas, elle garde bien la chaleur et elle est superbe. Un peu chère, mais on ne le regrette pas.' },
    { rating: 4, language: 'ja', title: '注ぎやすい', text: '液だれしないのが素晴らしいです。満水だと少し重いですが、茶こしが蓋と一緒に外せるので便利です。' },
    { rating: 4, title: 'Limescale', text: 'Living in a hard-water town I get a ring on the strainer after two weeks. A spoonful of citric acid and it is gone. The pot itself is a pleasure: good handle, good lid, good pour.' },
  ],
  brief: {
    happy: ['No drips!', 'Beautiful teapot.', 'Pours perfectly.', 'Keeps tea hot.', 'Great strainer.', 'Very elegant.', 'Well worth it.', 'My daily pot.', 'Lovely shape.', 'Great present.', 'Best pot I have had.', 'Solid quality.', 'Easy to clean.', 'So pleased.', 'Arrived safely.'],
    fair: ['Lovely but heavy.', 'Good pot, dear.', 'Nice, lid a little loose.', 'Strainer could be deeper.'],
    unhappy: ['Lid rattles.', 'Chipped spout.', 'Too heavy for me.'],
  },
  titles: {
    5: ['Drip-free!', 'Perfect teapot', 'Beautiful pour', 'Love it', 'Makes mornings slow, in a good way', 'Excellent', 'Worth every penny', 'The last teapot I will buy', 'Gorgeous', 'A real pleasure', 'Best teapot ever', 'So well thought out', 'Proper tea'],
    4: ['Very good pot', 'Nice, a bit heavy', 'Almost perfect', 'Great pour, shallow strainer', 'Happy with it', 'Good'],
    3: ['Good looking, heavy', 'Okay', 'Mixed feelings', 'Fine'],
    low: ['Disappointed', 'Not at this price', 'A shame'],
  },
  openings: ['I drink tea all day.', 'Bought this for our Sunday breakfasts.', 'My old glass pot broke.', 'Had my eye on this for a year.', 'A wedding present from friends.', 'I was sceptical about “without a drip”.', 'We switched from bags to leaves.', 'Three months of daily use so far.', 'A treat after a promotion.'],
  topics: {
    pour: ['It pours in a clean arc and stops when you stop.', 'Not one drop on the tablecloth so far.', 'Even the last cup comes out without a dribble.', 'You can pour slowly without it running back under the spout.', 'The handle keeps your knuckles away from the hot side.', 'Pouring for six people is no effort.', 'The pour is fast enough for impatient people.'],
    strainer: ['The strainer lifts out with the lid, which is clever and tidy.', 'Rooibos stays in the mesh, and rooibos gets through everything.', 'Cleaning the strainer takes one knock over the compost.', 'The steel basket has room for the leaves to open.', 'No more stewed second cups since the leaves come out.', 'Loose leaf has never been this easy.'],
    heat: ['Tea is still hot after half an hour.', 'Warm it first and it holds the heat for ages.', 'Thick walls, so it stays warm through breakfast.', 'We use it with a cosy and get an hour out of it.', 'The knob on the lid stays cool.'],
    look: ['The glaze is matt and soft, like a river stone.', 'It looks handsome on the table even when empty.', 'The round belly makes everyone smile.', 'It looks like it came from a painting.', 'The colour goes with all our odd cups.', 'Some throwing lines are left, which I love.'],
    home: ['My partner has stopped using bags.', 'The kids like to pour, and I let them now.', 'We linger at the table longer since we have it.', 'It comes out whenever somebody needs a talk.', 'Visitors admire it.', 'It has moved in on the stove top for good.', 'Book, blanket, this pot: my weekend.'],
    packing: ['It came double-boxed and safe.', 'The lid was wrapped separately, very careful.', 'Delivered in two days.', 'Packed well, all paper.'],
  },
  looks: {},
  gripes: ['Heavy when full.', 'The strainer is a little shallow for small brews.', 'The lid could sit tighter.', 'Not cheap.', 'The strainer got a bit of limescale.', 'I wish there were a size for one.', 'The handle gets warm near the top.', 'It took ten days to come.'],
  mixed: ['Pours well, but it is too heavy for me when full.', 'The lid rattles at every pour.', 'I like the look, though the strainer is too short for half a pot.', 'It keeps heat less well than my old iron one.', 'Good pot, but the inside stains with black tea.'],
  troubles: ['Lid fell off | The lid fell off while pouring and broke in the sink, after two weeks.', 'Cracked spout | It came with a crack at the base of the spout.', 'Careless finish | The strainer had a sharp edge and one loose wire.', 'It drips | It drips. Not much, but it drips, and that was the one promise.'],
  closings: { happy: ['A joy.', 'Recommended to every tea drinker.', 'Worth it.', 'Thank you.', 'Love it.', 'Happy tea times.'], fair: ['Still a good pot.', 'Would buy it again.', 'Otherwise great.', 'Happy with it.'], unhappy: ['Sad, as it is so pretty.', 'Sent back.', 'Expected better for 68 euros.'] },
};
