/** A photo that a customer took at home: which product is on it, and what people write under it. */
interface CustomerPicture {
  sku: string;
  captions: readonly string[];
}

const customerPictures = {
  'seafoam-window': {
    sku: 'DEMO-001',
    captions: ['Morning light', 'First coffee of the day', '', 'Eight o’clock, the sun comes round'],
  },
  'seafoam-breakfast': {
    sku: 'DEMO-001',
    captions: ['Breakfast on Sunday', 'With a croissant, as it should be', '', 'Slow start'],
  },
  'seafoam-shelf': {
    sku: 'DEMO-001',
    captions: ['Between the books', 'Its place on the shelf', '', 'Looks good even when empty'],
  },
  'seafoam-desk': { sku: 'DEMO-001', captions: ['On my desk', 'Working from home', '', 'Office essentials'] },
  'seafoam-hands': { sku: 'DEMO-001', captions: ['Warm hands', 'Fits two hands perfectly', '', 'For scale'] },
  'seafoam-balcony': {
    sku: 'DEMO-001',
    captions: ['Balcony season', 'Outside with the herbs', '', 'Coffee in the sun'],
  },
  'seafoam-evening': {
    sku: 'DEMO-001',
    captions: ['Evening light', 'Olive in the evening, I told you', '', 'Herbal tea and lamp'],
  },
  'seafoam-above': {
    sku: 'DEMO-001',
    captions: ['From above', 'My latte art is getting better', '', 'Look at that rim!'],
  },
  'seafoam-rain': { sku: 'DEMO-001', captions: ['Rainy day', 'The weather for it', '', 'November'] },
  'seafoam-bowl': { sku: 'DEMO-001', captions: ['With the oat bowl', 'They go together', '', 'Mug and bowl'] },
  'seafoam-trio': { sku: 'DEMO-001', captions: ['All three colours', 'The family', '', 'Could not choose'] },
  'seafoam-biscuits': {
    sku: 'DEMO-001',
    captions: ['Tea and biscuits', 'Deep enough for dunking', '', 'Four o’clock'],
  },
  'seafoam-box': { sku: 'DEMO-001', captions: ['Straight out of the box', 'Well packed, all paper', '', 'It’s here!'] },
  'seafoam-garden': { sku: 'DEMO-001', captions: ['In the garden', 'Break from weeding', '', 'Green on green'] },
  'seafoam-book': { sku: 'DEMO-001', captions: ['Book and blanket', 'My weekend', '', 'Chapter twelve'] },
  'seafoam-rim': {
    sku: 'DEMO-001',
    captions: ['The glaze up close', 'Rust at the rim', '', 'The colour is really like this'],
  },
  'seafoam-teapot': { sku: 'DEMO-001', captions: ['With the teapot', 'Tea time', '', 'Waiting for the tea'] },
  'ink-desk': { sku: 'DEMO-002', captions: ['Long call', 'On the desk', ''] },
  'ink-above': { sku: 'DEMO-002', captions: ['Black on blue', 'From above', ''] },
  'ink-shelf': { sku: 'DEMO-002', captions: ['On the shelf', 'The blue one', ''] },
  'ink-window': { sku: 'DEMO-002', captions: ['In the sun it is really blue', 'By the window', ''] },
  'ink-night': { sku: 'DEMO-002', captions: ['Night shift', 'Late', ''] },
  'ink-breakfast': { sku: 'DEMO-002', captions: ['Breakfast', 'With croissant', ''] },
  'oat-hands': { sku: 'DEMO-003', captions: ['Thumb on the rest', 'In my hands', ''] },
  'oat-window': { sku: 'DEMO-003', captions: ['Quiet morning', 'By the window', ''] },
  'oat-biscuits': { sku: 'DEMO-003', captions: ['Afternoon tea', 'With biscuits', ''] },
  'oat-rim': { sku: 'DEMO-003', captions: ['All the speckles', 'Up close', ''] },
  'oat-book': { sku: 'DEMO-003', captions: ['Reading day', 'Sunday', ''] },
  'bowl-oat-pasta': { sku: 'DEMO-004', captions: ['Tuesday pasta', 'Pesto night', ''] },
  'bowl-oat-stack': { sku: 'DEMO-004', captions: ['Stacks flat', 'Our set', ''] },
  'bowl-oat-window': { sku: 'DEMO-004', captions: ['Fruit bowl for now', 'By the window', ''] },
  'bowl-ink-pasta': { sku: 'DEMO-005', captions: ['Red on blue', 'The laziest pasta', ''] },
  'bowl-ink-lemons': { sku: 'DEMO-005', captions: ['Lemons!', 'Looks like a painting', ''] },
  'bowl-ink-stack': { sku: 'DEMO-005', captions: ['The set', 'Four of them', ''] },
  'teapot-sunday': { sku: 'DEMO-006', captions: ['Sunday breakfast', 'Second pot of the day', ''] },
  'teapot-window': { sku: 'DEMO-006', captions: ['Waiting', 'By the window', ''] },
  'teapot-night': { sku: 'DEMO-006', captions: ['Evening tea', 'Camomile', ''] },
  'board-loaf': { sku: 'DEMO-007', captions: ['Fresh loaf', 'Saturday breakfast', ''] },
  'board-hanging': { sku: 'DEMO-007', captions: ['On its hook', 'By the stove', ''] },
  'board-cheese': { sku: 'DEMO-007', captions: ['Cheese board', 'Friday night', ''] },
  'lamp-terracotta-bedside': { sku: 'DEMO-008', captions: ['Bedside', 'The good night sun', ''] },
  'lamp-terracotta-shelf': { sku: 'DEMO-008', captions: ['On the shelf', 'Lowest step', ''] },
  'lamp-terracotta-dark': { sku: 'DEMO-008', captions: ['Only light in the room', 'Half past ten', ''] },
  'lamp-moss-bedside': { sku: 'DEMO-009', captions: ['Moss by night', 'Bedside table', ''] },
  'lamp-moss-shelf': { sku: 'DEMO-009', captions: ['With my plants', 'Reading corner', ''] },
  'lamp-chalk-bedside': { sku: 'DEMO-010', captions: ['All white', 'Evening mood', ''] },
  'lamp-chalk-dark': { sku: 'DEMO-010', captions: ['Like a moon', 'By night', ''] },
  'cedar-bath': { sku: 'DEMO-011', captions: ['Bath time', 'Do not disturb', ''] },
  'cedar-evening': { sku: 'DEMO-011', captions: ['Cosy', 'Sunday evening', ''] },
  'fig-evening': { sku: 'DEMO-012', captions: ['First burn', 'Evening', ''] },
  'fig-rain': { sku: 'DEMO-012', captions: ['Rain outside', 'Warm inside', ''] },
  'pendant-table': { sku: 'DEMO-013', captions: ['Over the table', 'Moonrise', ''] },
  'pendant-corner': { sku: 'DEMO-013', captions: ['Finally up', 'In the corner', ''] },
  'rust-desk': { sku: 'DEMO-014', captions: ['My desk', 'Page one', ''] },
  'rust-open': { sku: 'DEMO-014', captions: ['Lies flat, see?', 'Ink test', ''] },
  'sage-desk': { sku: 'DEMO-015', captions: ['On the table', 'Sage', ''] },
  'sage-open': { sku: 'DEMO-015', captions: ['Garden diary', 'Lies flat', ''] },
  'night-desk': { sku: 'DEMO-016', captions: ['That ribbon', 'With coffee', ''] },
  'night-open': { sku: 'DEMO-016', captions: ['Open', 'Dots are pale but there', ''] },
  'pen-rest-desk': { sku: 'DEMO-017', captions: ['Three pens, one bridge', 'On the desk', ''] },
  'clock-shelf': { sku: 'DEMO-018', captions: ['About ten past ten', 'No hurry', ''] },
  'clock-desk': { sku: 'DEMO-018', captions: ['On my desk', ''] },
  'mat-desk': { sku: 'DEMO-019', captions: ['New desk', 'Warm wrists', ''] },
  'planter-terracotta-terrace': { sku: 'DEMO-020', captions: ['Basil in June', 'On the terrace', ''] },
  'planter-slate-terrace': { sku: 'DEMO-021', captions: ['Just potted', 'Balcony', ''] },
  'can-window': { sku: 'DEMO-022', captions: ['Watering day', 'On the sill', ''] },
  'trowel-soil': { sku: 'DEMO-023', captions: ['After the bulbs', 'At work', ''] },
} satisfies Record<string, CustomerPicture>;

export type CustomerPictureKey = keyof typeof customerPictures;

export const customerPictureKeys = Object.keys(customerPictures) as CustomerPictureKey[];

export function captionsOf(key: CustomerPictureKey): readonly string[] {
  return customerPictures[key].captions;
}

export function customerPicturesOf(sku: string): CustomerPictureKey[] {
  return customerPictureKeys.filter((key) => customerPictures[key].sku === sku);
}
