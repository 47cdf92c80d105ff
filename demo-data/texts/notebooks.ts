import type { KindTexts } from './kind-texts.ts';

/** The Field Notebook: DEMO-014 Rust, DEMO-015 Sage, DEMO-016 Night. */
export const notebooks: KindTexts = {
  whole: [
    { rating: 5, title: 'Fountain pen test passed', text: 'Broad nib, wet ink, notorious feather-maker: no bleed, no feathering, a touch of ghosting if you hold the page up to the light. Dries in about eight seconds. The dots are pale enough to disappear once you write. My search is over.' },
    { rating: 5, title: 'It does lie flat', text: 'From page one. Not “after you break the spine”, not “in the middle”. I put it on the desk, it opens, it stays. I write across the fold.' },
    { rating: 4, sku: 'DEMO-014', title: 'Linen gets dirty', text: 'The rust linen is lovely and after half a year in my bag the corners have gone dark. You may call that patina. The paper is superb.' },
    { rating: 2, title: 'Pages came loose', text: 'At page 96 a whole section has come away from the binding. I write in it at a desk, I do not throw it about. A new one was sent at once. But the notes are in the old one, held together with a clip.' },
    { rating: 5, sku: 'DEMO-016', title: 'The ribbon', text: 'Midnight blue with a brass-yellow ribbon. I bought it for the ribbon. I admit it. The rest is excellent, too.' },
    { rating: 5, sku: 'DEMO-015', title: 'Garden diary', text: 'Sage linen, numbered pages, an index at the front: just right for a garden diary. What was sown where and when, what came up and what the slugs left. The pocket at the back is full of seed packets.' },
    { rating: 3, title: 'Dots too pale', text: 'Under my desk lamp I cannot see the dots. For drawing plans I need them. Everybody seems to like them pale, so this is probably me.' },
    { rating: 5, title: 'Nine of these so far', text: 'I teach, and I fill one every term. Number nine is on my desk. They all look the same on the shelf, which is the most organised that I have ever been.' },
    { rating: 1, title: 'Bent in the letterbox', text: 'It was sent in a thin paper envelope and the postman folded it in half. The cover has a crease right through it. It was a present. Please use card.' },
    { rating: 5, language: 'de', title: 'Für Füller ideal', text: 'Nichts schlägt durch, nichts franst aus. Liegt von der ersten Seite an flach. Die Seitenzahlen sind Gold wert.' },
    { rating: 5, language: 'fr', title: 'Le carnet idéal', text: 'Le papier est un bonheur pour le stylo plume et le carnet s’ouvre bien à plat. La couverture en lin est superbe.' },
    { rating: 4, language: 'ja', title: '万年筆に最適', text: '裏抜けせず、書き心地がとても良いです。ドットの色がもう少し濃いと嬉しいです。' },
    { rating: 5, language: 'es', title: 'Papel excelente', text: 'El papel aguanta la tinta sin traspasar y se queda abierto en la mesa. Ya voy por el tercero.' },
    { rating: 4, title: 'Nearly A5', text: 'It is a hair wider than A5, so my leather cover does not close. Everything else is as it should be: paper, dots, ribbon, pocket.' },
  ],
  brief: {
    happy: ['Great paper.', 'Lies flat.', 'Lovely linen.', 'No bleed-through.', 'My third one.', 'Beautiful cover.', 'Perfect for journaling.', 'Ink loves it.', 'Good size.', 'Dots are just right.', 'Very well bound.', 'Nice to hold.', 'A joy to write in.', 'Useful index.', 'Bought one for each of us.'],
    fair: ['Good paper, pale dots.', 'Nice but pricey.', 'Corners wear.', 'Good notebook.'],
    unhappy: ['Binding came apart.', 'Bent on arrival.', 'Too expensive for paper.'],
  },
  titles: {
    5: ['Best notebook', 'Lies flat!', 'Fountain pen friendly', 'Lovely paper', 'Beautifully bound', 'Love it', 'Perfect journal', 'No bleed', 'Bought three', 'A pleasure to write in', 'Excellent', 'So well made', 'Just right', 'My new standard'],
    4: ['Very good notebook', 'Great paper', 'Almost perfect', 'Nice, dots a bit pale', 'Good'],
    3: ['Dots too faint', 'Okay', 'Decent notebook', 'Fine'],
    low: ['Disappointed', 'Not again', 'Expected more'],
  },
  openings: ['I write by hand every day.', 'I have tried all the famous notebooks.', 'Bought it for bullet journaling.', 'My fountain pens are fussy.', 'A present for my niece, who writes.', 'I keep a work log.', 'This is my travel diary.', 'Started it in January and filled it by June.', 'For sketches and lists.'],
  topics: {
    paper: ['The paper is smooth without being slippery.', 'Even my wettest ink does not come through.', 'A hundred grams make all the difference.', 'Pencil feels lovely on it as well.', 'The cream colour is easy on the eyes.', 'Highlighter shows a little, ink not at all.', 'It takes a light wash of watercolour without much buckling.'],
    binding: ['It opens flat on every page.', 'The thread binding is visible and very neat.', 'The spine has not cracked after five months.', 'It stays open by itself next to the keyboard.', 'The cover is stiff enough to write on your knees.'],
    layout: ['Numbered pages and an index: yes, please.', 'The dots are there when you need them.', 'The pocket at the back holds more than you would think.', 'The ribbon is long enough to grip.', 'Five millimetre grid, good for my handwriting.', '160 pages last me about four months.'],
    use: ['I take it to every meeting.', 'It has been through rain and still looks good.', 'It fits my coat pocket, only just.', 'I plan my week in it on Sundays.', 'It made me write again.', 'Recipes, measurements, doodles, it takes them all.', 'I draw in it on the train.'],
    gift: ['My niece uses it for secrets, so I hear.', 'We give one to each new colleague.', 'I bought five for Christmas.', 'My dad, who never writes, writes in it.'],
  },
  looks: {
    'DEMO-014': ['The rust is like autumn leaves.', 'Rust linen and cream paper, a good pair.', 'The orange-brown stands out in my bag.', 'The linen has a fine texture.'],
    'DEMO-015': ['The sage is soft and grey-green.', 'It looks like dried herbs, lovely.', 'The sage goes with my pen case.', 'A quiet green.'],
    'DEMO-016': ['Midnight blue, nearly black.', 'The yellow ribbon is a small delight.', 'The dark linen does not show stains.', 'Very elegant, like an old book.'],
  },
  gripes: ['The dots could be a bit darker.', 'Linen picks up dirt in the bag.', 'I would like a pen loop.', 'The corners went soft after a few weeks.', 'Not cheap.', 'It could have an elastic band.', 'It came slightly bent.', 'A thinner version for travelling would be good.'],
  mixed: ['Good paper, weak binding.', 'The dots are so faint that I could have bought it blank.', 'It is nice, but there are others as good for less.', 'The cover attracts every cat hair in the house.'],
  troubles: ['Fell apart | A section of pages fell out after two months.', 'Creased | It was folded in the post, the cover has a crease.', 'Smells of glue | The cover smelled of glue for weeks.', 'Feathers | My ink feathers on it, although they say otherwise.'],
  closings: { happy: ['Will buy again.', 'Recommended.', 'Love it.', 'Number two is ordered.', 'Great stuff.', 'Very happy.'], fair: ['Still my favourite.', 'Good all the same.', 'Would buy again.', 'Fine otherwise.'], unhappy: ['Not again.', 'A pity, as the paper is good.', 'Expected more.'] },
};
