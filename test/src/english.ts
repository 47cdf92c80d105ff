/** All English texts of the elements. */
import type { Catalogue } from '../../src/locales/catalogue.ts';
import type { MoreWords } from '../../src/locales/more/catalogue.ts';
import { aspects } from '../../src/locales/en/aspects.ts';
import { business } from '../../src/locales/en/business.ts';
import { common } from '../../src/locales/en/common.ts';
import { core } from '../../src/locales/en/core.ts';
import { form } from '../../src/locales/en/form.ts';
import { lightbox } from '../../src/locales/en/lightbox.ts';
import { links } from '../../src/locales/en/links.ts';
import { list } from '../../src/locales/en/list.ts';
import { questions } from '../../src/locales/en/questions.ts';
import { report } from '../../src/locales/en/report.ts';
import { sheet } from '../../src/locales/en/sheet.ts';
import { states } from '../../src/locales/en/states.ts';
import { submission } from '../../src/locales/en/submission.ts';
import { among } from '../../src/locales/more/en/among.ts';
import { asking } from '../../src/locales/more/en/asking.ts';
import { guide } from '../../src/locales/more/en/guide.ts';
import { numbers } from '../../src/locales/more/en/numbers.ts';
import { overview } from '../../src/locales/more/en/overview.ts';
import { translating } from '../../src/locales/more/en/translating.ts';
import { transparency } from '../../src/locales/more/en/transparency.ts';
import { photos } from '../../src/locales/more/en/photos.ts';
import { viewer } from '../../src/locales/more/en/viewer.ts';
import { voting } from '../../src/locales/more/en/voting.ts';

/** What elements say. */
export const english: Catalogue = {
  ...core,
  ...states,
  ...common,
  ...aspects,
  ...list,
  ...business,
  ...questions,
  ...links,
  ...form,
  ...lightbox,
  ...report,
  ...sheet,
  ...submission,
};
/** What features say that load late. */
export const moreEnglish: MoreWords = {
  ...among,
  ...asking,
  ...guide,
  ...numbers,
  ...overview,
  ...photos,
  ...translating,
  ...transparency,
  ...viewer,
  ...voting,
};
