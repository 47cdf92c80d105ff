/** All English texts of the elements. */
import asking from '../../src/locales/en/asking.json' with { type: 'json' };
import business from '../../src/locales/en/business.json' with { type: 'json' };
import common from '../../src/locales/en/common.json' with { type: 'json' };
import core from '../../src/locales/en/core.json' with { type: 'json' };
import filling from '../../src/locales/en/filling.json' with { type: 'json' };
import form from '../../src/locales/en/form.json' with { type: 'json' };
import links from '../../src/locales/en/links.json' with { type: 'json' };
import list from '../../src/locales/en/list.json' with { type: 'json' };
import numbers from '../../src/locales/en/numbers.json' with { type: 'json' };
import overview from '../../src/locales/en/overview.json' with { type: 'json' };
import photos from '../../src/locales/en/photos.json' with { type: 'json' };
import questions from '../../src/locales/en/questions.json' with { type: 'json' };
import report from '../../src/locales/en/report.json' with { type: 'json' };
import sheet from '../../src/locales/en/sheet.json' with { type: 'json' };
import translating from '../../src/locales/en/translating.json' with { type: 'json' };
import transparency from '../../src/locales/en/transparency.json' with { type: 'json' };
import viewer from '../../src/locales/en/viewer.json' with { type: 'json' };
import voting from '../../src/locales/en/voting.json' with { type: 'json' };
import type { Words } from '../../src/locales/catalogue.ts';

/** What each piece of code says. */
export const pieces: readonly Partial<Words>[] = [
  asking,
  business,
  common,
  core,
  filling,
  form,
  links,
  list,
  numbers,
  overview,
  photos,
  questions,
  report,
  sheet,
  translating,
  transparency,
  viewer,
  voting,
];

export const english = Object.assign({}, ...pieces) as Words;
