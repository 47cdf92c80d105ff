import { html, render } from 'lit';
import { roundAverage } from '../../../contract/averages.ts';
import { fresh } from '../../element/fresh.ts';
import { formatDate } from '../../locales/dates.ts';
import { addEnglish, formatAverage } from '../../locales/i18n.ts';
import { findBeside, productQuery, starFilter } from '../../page/hub.ts';
import { toJson } from '../../source/json.ts';
import { safeUrl } from '../../source/url.ts';
import { authorOf } from '../../templates/author.ts';
import { isNarrowedOtherwise, renderChips } from '../../templates/chips.ts';
import { camera } from '../../templates/icons.ts';
import { renderEmpty } from '../../templates/empty.ts';
import { rove } from '../../templates/roving.ts';
import { star } from '../../templates/star.ts';
import { stars } from '../../templates/stars.ts';
import { openFilters } from '../../templates/toolbar.ts';
import { renderWrite } from './write.ts';

/** What code that is loaded later would load again otherwise. */
export const parts = {
  html,
  render,
  star,
  stars,
  camera,
  authorOf,
  formatDate,
  formatAverage,
  fresh,
  roundAverage,
  starFilter,
  productQuery,
  safeUrl,
  toJson,
  addEnglish,
  rove,
  renderChips,
  isNarrowedOtherwise,
  findBeside,
  renderEmpty,
  renderWrite,
  openFilters,
};

export type Parts = typeof parts;
