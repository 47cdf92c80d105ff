import type { KindTexts } from './kind-texts.ts';

/** The Walnut Bread Board, DEMO-007. */
export const board: KindTexts = {
  whole: [
    { rating: 5, title: 'One piece of tree', text: 'No glue lines, no joints, just one plank with the grain running the whole way like a river on a map. I oil it on the first Sunday of the month and it has got darker and better. It is nice to own something that improves.' },
    { rating: 4, title: 'Oil it at once', text: 'Came a bit dry, drank two coats of oil the first evening and looked ten times better after. Do not put it anywhere near a dishwasher. The groove on the back is a good idea and holds the juice of a whole roast chicken.' },
    { rating: 2, title: 'Warped', text: 'After six weeks it has a bow of about four millimetres and rocks when I cut. I oiled both sides as the leaflet says and never soaked it. The shop asked for photos and offered a new one, which I am glad about, but I want a flat board and not a hobby.' },
    { rating: 5, title: 'Hangs next to the window', text: 'The leather loop looks like decoration and is in fact why I use it: it hangs at hand height, so it is always there. Bread, cheese, the odd onion. Crumbs brush off.' },
    { rating: 5, title: 'Sourdough people, this is it', text: 'Forty-five centimetres takes a full batard with room for the knife. The wood is kind to the edge, I sharpen my bread knife half as often.' },
    { rating: 3, title: 'Lighter than pictured', text: 'The picture shows deep chocolate walnut, mine has a wide pale streak of sapwood along one side. Natural, I know, and some would pay extra. I would have liked the choice.' },
    { rating: 1, title: 'Split along the grain', text: 'There was a split of seven centimetres at the end of the board when I unpacked it. You could see daylight. How does that get into a box?' },
    { rating: 5, title: 'Cheese board too', text: 'We use it for cheese when friends come and they photograph the board before the cheese, which hurts, as I chose the cheese.' },
    { rating: 5, language: 'de', title: 'Wunderschönes Brett', text: 'Aus einem Stück, tolle Maserung, riecht gut. Regelmäßig ölen, dann wird es immer schöner. Die Lederschlaufe ist sehr praktisch.' },
    { rating: 5, language: 'es', title: 'Una tabla para toda la vida', text: 'La madera es preciosa y pesa lo suyo. La ranura de detrás recoge todo el jugo de la carne. Muy contenta.' },
    { rating: 4, language: 'fr', title: 'Très belle planche', text: 'Très belle planche en noyer, il faut bien l’huiler au début. La lanière en cuir est un joli détail.' },
  ],
  brief: {
    happy: ['Beautiful wood.', 'Great board.', 'Love the grain.', 'Perfect for bread.', 'Solid piece of walnut.', 'Smells lovely.', 'Smooth finish.', 'Looks great on the wall.', 'Very well made.', 'A present that went down well.', 'Kind to my knives.', 'Will last for ever.', 'Gets better with oil.', 'Very happy.'],
    fair: ['Nice, needed oil.', 'Good board, pricey.', 'Lovely but a bit narrow.', 'Good, slightly bowed.'],
    unhappy: ['Warped in a month.', 'Split end.', 'Rough edges.'],
  },
  titles: {
    5: ['Beautiful grain', 'Gorgeous board', 'Worth it', 'Built to last', 'Perfect for sourdough', 'Love this board', 'Lovely wood', 'Excellent', 'Heirloom quality', 'Very happy', 'Great gift', 'So smooth'],
    4: ['Very nice', 'Good, needs oiling', 'Solid board', 'Nice but narrow', 'Happy'],
    3: ['Okay board', 'Nice wood, small flaws', 'Not as dark as pictured', 'Average'],
    low: ['Disappointing', 'Not good enough', 'Expected better'],
  },
  openings: ['I bake bread twice a week.', 'A present to ourselves for the new kitchen.', 'Our old beech board was cracked.', 'Bought for my father, who is a carpenter.', 'I have wanted a walnut board for years.', 'We use it every day.', 'Half a year in.', 'My first good board.'],
  topics: {
    wood: ['The grain is stunning.', 'Mine has a little knot that looks like an eye.', 'It is heavy enough not to slide.', 'The edges are rounded just so.', 'The wood smells of nuts and honey.', 'You can see that it was cut from one plank.', 'The surface is like silk.', 'The walnut has darkened beautifully.', 'No sharp corners anywhere.'],
    use: ['A whole loaf fits with room to spare.', 'The groove on the back catches everything from a roast.', 'Crumbs come off with one wipe.', 'The knife does not skid on it.', 'It doubles as a cheese board.', 'I roll out pasta on the plain side.', 'Works as a tray for breakfast in bed.', 'Knife marks disappear with the next oiling.'],
    loop: ['The leather loop is soft and strong.', 'It hangs on a nail by the stove and looks like art.', 'The loop means that it dries on both sides.', 'I hang it by the loop and it stays flat.'],
    care: ['I oil it once a month and it stays flat.', 'After oiling, water rolls off it.', 'A bit of lemon and salt cleans it well.', 'Wipe, dry, hang, done.', 'Needs oil at the start, then hardly ever.'],
    people: ['My father turned it over three times and nodded, which is his highest praise.', 'Our guests photograph it.', 'My partner is not allowed to cut onions on it.', 'A carpenter friend asked who made it.', 'The whole family gathers round it at breakfast.', 'Gave one to my brother, who cooks better than me and deserves it.'],
    packing: ['Well packed in a linen bag.', 'Came within the week.', 'No plastic, just card and paper.', 'Arrived quickly.'],
  },
  looks: {},
  gripes: ['It came quite dry and needed oil.', 'A bit narrow for a round loaf.', 'Heavy to move about.', 'Mine has a pale streak.', 'The loop could be longer.', 'Pricey, even on sale.', 'One edge felt a little rough.'],
  mixed: ['Fine board, but it was not quite flat on arrival.', 'The groove is on the back, and I keep forgetting that.', 'It is nice, though you have to oil it more than I would like.', 'The wood is lovely and too soft: every cut shows.'],
  troubles: ['Warped | It warped within a month although I followed the leaflet.', 'Split | There was a crack at one end when it arrived.', 'Loop tore | The leather loop tore when I hung it up, and the board fell on the tiles.', 'Smells | It smelled strongly of old oil and still does.'],
  closings: { happy: ['A board for life.', 'Love it.', 'Recommended.', 'Beautiful work.', 'Very pleased.', 'Good things are simple.'], fair: ['Still very nice.', 'No regrets.', 'Otherwise perfect.', 'Happy with it.'], unhappy: ['Not for 54 euros.', 'Returned.', 'A shame for the wood.'] },
};
