/** The files of the demo's data, held to their schemas as they are loaded. */
import { z } from 'zod';
import catalogueFile from './catalogue.json' with { type: 'json' };
import otherStoreFile from './other-store.json' with { type: 'json' };
import captionsFile from './pictures/captions.json' with { type: 'json' };
import * as schemas from './schemas.ts';
import board from './texts/board.json' with { type: 'json' };
import bowls from './texts/bowls.json' with { type: 'json' };
import candles from './texts/candles.json' with { type: 'json' };
import clock from './texts/clock.json' with { type: 'json' };
import hardFile from './texts/hard-cases.json' with { type: 'json' };
import lamps from './texts/lamps.json' with { type: 'json' };
import mat from './texts/mat.json' with { type: 'json' };
import mugs from './texts/mugs.json' with { type: 'json' };
import notebooks from './texts/notebooks.json' with { type: 'json' };
import penRest from './texts/pen-rest.json' with { type: 'json' };
import pendant from './texts/pendant.json' with { type: 'json' };
import peopleFile from './texts/people.json' with { type: 'json' };
import planters from './texts/planters.json' with { type: 'json' };
import productsFile from './texts/products.json' with { type: 'json' };
import questionsFile from './texts/questions.json' with { type: 'json' };
import repliesFile from './texts/replies.json' with { type: 'json' };
import shopFile from './texts/shop.json' with { type: 'json' };
import teapot from './texts/teapot.json' with { type: 'json' };
import trowel from './texts/trowel.json' with { type: 'json' };
import wateringCan from './texts/watering-can.json' with { type: 'json' };

/** @throws ZodError that names the file and the place in it */
export const { kinds, products, shop, replies, questions, people, hard, catalogue, otherStore, captions } = z
  .strictObject({ ...schemas })
  .parse({
    // In the order of the catalogue.
    kinds: {
      mugs,
      bowls,
      teapot,
      board,
      lamps,
      candles,
      pendant,
      notebooks,
      penRest,
      clock,
      mat,
      planters,
      wateringCan,
      trowel,
    },
    products: productsFile,
    shop: shopFile,
    replies: repliesFile,
    questions: questionsFile,
    people: peopleFile,
    hard: hardFile,
    catalogue: catalogueFile,
    otherStore: otherStoreFile,
    captions: captionsFile,
  });
